// Made by scripts/short-strings/build.py; SHA-256 of the text, of which this is part 2 of 2:
// af44d1fc79e308435c55c2843b2142b41832b88ffac208cc897b8f18baea8122

extension DictionaryText {
    static let jsonPart2 = #"""
        {"email":"peter.taylor@office.com","url":"https://instagram.com/events/140","to":"Mary Wright","postalCode":\#
        false}
        [{"subtotal":58.87,"html":"talk"}]
        {
          "updated": "2016-11-19T22:35:30+00:00",
          "created_at": "2021-04-06",
          "total": 3,
          "title": "Straight early"
        }
        {"postalCode":"POST","id":193}
        {
          "limit": 6733,
          "id": 47,
          "from": "Bob",
          "url": "https://cnn.com/users/283",
          "username": "Sarah"
        }
        {"color":null,"updated_at":"2024-01-01T16:27:00Z","lng":391.47}
        {"price": 686.18, "tax": 412.53}
        {"created_at":"2015-03-23T15:38:45Z","price":2.57,"productId":76}
        {"end":"zh-CN","lastName":"Jones","type":45,"email":"john.young@apache.org"}
        {"limit": 9, "tag": "text/plain", "updated_at": "2020-12-22", "result": "before"}
        {"updated":"2015-08-21T10:30:00Z","user":"michael","startTime":"2022-07-28T07:35:00.000Z","type":"black","er\#
        ror":null}
        {"end": false, "country": "IN", "city": "Hong Kong"}
        {"amount":235.84,"permissions":null}
        {"age": 48, "state": true, "gender": 92, "created_at": "2020-05-28T10:21:45+00:00", "response": true}
        {"userId": 9, "gender": false, "orderId": 7}
        {"label":"control heat sex","subject":"Study begin rather","email":"robert.carter@example.com","width":30}
        {"title": "sight manager modern in", "street": "active", "user": {"created_at": "2019-04-27T08:13:15+00:00",\#
         "result": false}}
        {"labels": false, "visible": false, "phone": "error", "color": 76}
        {"time":"2017-04-10T12:42:00+00:00","title":"Hand direct good","pages":0}
        {"date": "2023-01-25", "value": 9.46, "city": "Amsterdam", "email": "sarah.hall@vimeo.com", "data": {"userna\#
        me": "David", "visible": false}}
        [{"author":"Lisa Doe","price":3.54,"deleted":true,"email":"daniel.green@tripadvisor.com","duration":18}]
        {"state":true,"subtotal":9.8}
        {"status":false,"labels":true}
        [{"city":"Sydney","errors":["POST"],"order_id":250}]
        {"items":"not_found","user_id":435,"email":"mark.davis@npmjs.com","admin":false}
        {"tax": 31.93, "pages": 178, "tags": "try", "first_name": "Laura"}
        {
          "updated": "2022-06-28T12:38:30.000Z",
          "gender": true
        }
        {"lastName": "Garcia", "street": "POST", "user": "Sarah", "errors": false}
        {"date": "2022-07-22T00:46:45+00:00", "product": "know university", "previous": "cause"}
        {"description":"She against ground complete","status":false}
        {"version":null,"zip":null,"data":{"title":"finish up what inside","street":"fr"}}
        {"email":"max.anderson@cnn.com","product":"Turned legal holiday company","first_name":"Daniel","public":true\#
        }
        {"weight": 18.2, "user": "Laura", "discount": 71.24, "height": 38}
        {"name":"John Clark","postalCode":60,"status":[],"type":13}
        {"length":973,"state":true,"tax":6.87,"updatedAt":"2020-09-03","locale":true}
        {
          "subject": "internet member food",
          "disabled": true
        }
        {"age":1595,"phone":false,"country":"NL","fullName":"mary"}
        [{"postalCode":43,"product":"Cross","orderId":6}]
        {"user":"Michael Lee","time":"2019-01-07"}
        {"createdAt":"2021-08-27","categories":false,"created":"2022-11-17T06:51:15.000Z"}
        {"role": "closed", "updated_at": "2015-09-05", "created_at": "2015-05-21", "zip": "integer"}
        {"subtotal": 63.33, "messages": ["open", "click"]}
        {
          "qty": 5,
          "last_name": "Hall",
          "created": "2022-11-05",
          "user": "Max Baker"
        }
        {"email":"sarah.doe@tumblr.com","request":44,"previous":["public","pending"],"user":"Max Taylor","timezone":\#
        "zh"}
        {"created": "2021-07-01", "address": "Dublin", "value": 220.31, "url": "https://dropbox.com/messages/193"}
        {"description":"River","longitude":64.83,"value":5.47,"message":"Return letter"}
        {"message": "Nine smile", "type": null, "end": "completed", "category": "gold kind"}
        {"public": false, "description": "Term", "amount": 73.8, "type": "medium", "height": 4720}
        {"first_name": "Maria", "next": true, "result": {"title": "Hotel", "customer": "Michael Martin"}}
        {"height":91,"updated_at":"2024-01-11T14:49:30+00:00","order":"2.0","name":"michael"}
        {"roles": ["fr"], "status": []}
        {"description": "Condition", "email": "grace.martin@qq.com", "location": "Oslo", "size": 790}
        {"username":"Robert","products":["zh-CN"],"password":"industry","title":"Recently entire each","results":["e\#
        ditor","success"]}
        {"permissions": ["warning"], "value": 989.2}
        {"title":"Still","type":"login","width":3}
        {"price":6.19,"authors":"black","tag":"failed","username":"Maria"}
        {"text":"famous all","id":7017,"location":"Oslo"}
        {"url":"https://dropbox.com/profiles/763","postalCode":"login","id":9878,"user":{"phone":true,"title":"data \#
        here call answer"}}
        [{"password":"hide","order_id":313,"firstName":"Maria"}]
        {"id":77,"public":true,"password":false,"count":212}
        {"author":"Jane Hall","endTime":"2023-03-04T19:01:00+00:00","email":"daniel.jones@ebay.com","name":"Bob","la\#
        st_name":"Clark"}
        {"gender":null,"start":"1.0.0"}
        {"value": 628.86, "country": "JP", "description": "history body", "deleted": true, "enabled": true}
        {
          "type": "login",
          "results": false,
          "title": "material",
          "name": "Michael",
          "lang": null
        }
        {"authors":["USD"],"errors":["MIT","POST"],"title":"Women pull bring","fullName":"James Walker"}
        {"user":"Lisa","url":"https://amazon.com/users/100","status":false,"phone":false,"items":{"user":"Frank John\#
        son","error":true}}
        {"value": 94.25, "status": "please", "password": true}
        {
          "location": "Munich",
          "id": 9,
          "latitude": 75.39,
          "order_id": 41
        }
        {"address": "Madrid", "url": "https://gnu.org/orders/699", "created_at": "2020-02-26", "street": false, "ite\#
        ms": {"lat": 9.97, "id": 7}}
        {"email": "kate.lewis@gnu.org", "createdAt": "2017-11-05T23:30:30+00:00", "value": 154.24, "request": true, \#
        "description": "Chance shoe"}
        {"count":3,"order":6,"length":5937,"postalCode":null,"items":{"products":[],"date":"2022-01-18"}}
        {
          "fullName": "Max",
          "lng": 12.6,
          "page": 0,
          "data": {
            "authors": 95,
            "type": false
          }
        }
        {
          "lng": 55.37,
          "value": 98.47,
          "id": 4051,
          "data": false,
          "title": "city court month question"
        }
        [{"address":"Munich","timestamp":1714980469,"type":false,"last_name":"Garcia","createdAt":"2018-04-13T08:13:\#
        15+00:00"}]
        [{"visible":true,"longitude":94.19,"size":4,"totalCount":2,"zip":null,"user":{"previous":[],"zip":"enabled"}\#
        }]
        {"postalCode":"small","fullName":"lisa","description":"team five","state":39}
        {"updated":"2022-03-11","phone":"POST","items":[],"admin":true}
        {"items": null, "time": "2019-02-27T13:46:30.000Z", "page": 1, "url": "https://bing.com/items/214", "state":\#
         "move"}
        {"title": "Here", "disabled": true, "cc": false, "results": []}
        {"createdAt": "2015-01-18T19:08:45.000Z", "user": "michael", "admin": true}
        {"lng": 6.47, "last_name": "Baker", "fullName": "Robert Moore"}
        {"value": 82.11, "response": true, "size": 5}
        {"updated_at": "2019-02-26T00:20:30.000Z", "status": ["boolean"], "error": true, "fullName": "Bob Hall"}
        {"height":8,"limit":138,"username":"Daniel","address":{"last_name":"Smith","next":"similar"}}
        {"name": "tom", "value": 436.57, "lat": 86.88, "time": "2021-06-17", "lng": 9.88}
        {"description":"Jump experience rate east","title":"Again"}
        {"state": false, "updated": "2015-11-28", "success": true, "street": true}
        {"subtotal":68.16,"height":494,"title":"said black experience","time":"2018-08-12","country":"IT"}
        {"password":null,"description":"middle any parent several"}
        [{"email":"anna.davis@qq.com","order":false,"locale":"USD","zip":true}]
        {"url": "https://npmjs.com/types/879", "tag": "purchase"}
        {"city":"Hong Kong","to":"Sarah","date":"2017-11-27T06:17:30+00:00","discount":9.64,"value":8.49}
        {"product":"boat ice","age":46,"date":"2019-07-24T22:10:30Z"}
        [{"zip":"statement","username":"Peter","address":{"state":34,"created":"2020-04-02T10:10:15+00:00"}}]
        [{"success":true,"postalCode":false,"country":"BR"}]
        {"date": "2021-06-16", "user_id": 126, "created_at": "2023-12-21T13:02:30Z", "username": "Max", "totalCount"\#
        : 34}
        {"state":"market","value":3.82,"result":{"author":"Julia","userId":81}}
        {
          "description": "Almost hand",
          "permissions": [
            "object",
            "closed"
          ]
        }
        {
          "private": true,
          "qty": 3,
          "duration": 8,
          "email": "anna.miller@ubuntu.com"
        }
        {"title":"prove east prepare she","lng":278.69}
        [{"id":5331,"lastName":"Johnson","height":9,"description":"About direction red","offset":33}]
        {"user": "Emma Wright", "end": "zh-CN"}
        {"password":true,"type":false,"perPage":"USD","status":false,"productId":43,"result":{"email":"mark.king@twi\#
        tter.com","user":"peter"}}
        {
          "password": false,
          "url": "https://sourceforge.net/products/835",
          "id": 944,
          "lastName": "Schmidt"
        }
        {
          "createdAt": "2024-03-19",
          "type": false,
          "messages": []
        }
        [{"email":"mary.baker@twitch.tv","code":false,"success":true}]
        {"disabled":false,"time":"2018-08-12","productId":2,"visible":false,"address":{"comment":"Range nice newspap\#
        er an","type":"inactive"}}
        {
          "description": "Purpose small cost",
          "publisher": true
        }
        {"last_name": "Brown", "discount": 4.41, "first_name": "Maria"}
        {"street": null, "color": "image/png", "last_name": "Miller"}
        {"price":494.54,"totalCount":16,"items":{"password":16,"limit":4}}
        {
          "success": false,
          "status": null,
          "created": "2018-05-07"
        }
        {"value": 901.73, "lat": 7.59, "comment": "Possible", "name": "David"}
        {"type":null,"title":"Foreign","userId":3177}
        {
          "city": "Amsterdam",
          "subtotal": 2.18,
          "cc": false,
          "url": "https://microsoft.com/reports/883"
        }
        {"product_id":8700,"username":"David","version":"most","status":["completed"],"totalCount":5443}
        {"longitude":602.17,"gender":27,"created_at":"2018-06-21T22:28:30+00:00"}
        {
          "first_name": "Daniel",
          "previous": 90,
          "product": "supply meet",
          "amount": 94.88,
          "id": 6744
        }
        {"next": "number", "title": "Into mile maybe however", "product": "Recently", "status": ["zh-CN", "2.0"], "a\#
        ddress": "Shanghai"}
        {"cc":"medium","user":"carol"}
        {"created_at": "2021-04-03", "username": "John", "weight": 87.86, "zip": "find"}
        {
          "name": "Peter Schmidt",
          "tags": false
        }
        {"offset": 11, "order": "continue", "id": 950, "type": false}
        {
          "id": 6,
          "username": "Sophie",
          "version": true,
          "updatedAt": "2020-12-14T14:10:30Z"
        }
        {"type": false, "city": "Beijing", "first_name": "David"}
        [{"email":"sarah.hall@theguardian.com","password":"boolean"}]
        {"longitude": 595.7, "to": "Frank Carter", "postalCode": null, "user_id": 5, "updated": "2016-10-27T01:39:30\#
        .000Z"}
        {"user":"carol","amount":17.47,"tax":6.4,"type":"private"}
        {"user_id": 3104}
        {"first_name":"Sophie","postalCode":"POST","value":816.86,"location":"Beijing"}
        [{"user":"James","offset":27,"country":"JP"}]
        {"private":true,"lat":94.16}
        {
          "value": 281.61,
          "permissions": [],
          "country": "FR",
          "label": "simple"
        }
        {
          "state": 73,
          "postalCode": true,
          "productId": 468,
          "time": "2017-06-16",
          "quantity": 97
        }
        {
          "author": "Alice",
          "start": "mouth",
          "user": "Max Wilson",
          "updated_at": "2022-08-27"
        }
        {"quantity": 355, "time": "2022-10-21", "username": "Michael"}
        {"enabled":true,"gender":null,"subtotal":7.4,"title":"While corner although"}
        {"tag":null,"email":"sarah.lewis@airbnb.com","description":"table a lunch"}
        {"type":94,"postalCode":false}
        {"description":"Simple message","updated_at":"2016-11-01","username":"John","name":"mark","start":true,"user\#
        ":{"result":true,"updated":"2019-09-27"}}
        {
          "author": "Thomas",
          "last_name": "Wright",
          "gender": 28,
          "title": "Nor issue he"
        }
        {"lang": "medium", "user": "james"}
        {
          "latitude": 4.2,
          "page": 3,
          "password": "manage",
          "amount": 956.37,
          "status": "blue"
        }
        [{"updated_at":"2024-02-03T02:30:00Z","lng":924.96,"subject":"explain earth","description":"Teach document",\#
        "items":{"email":"lisa.green@archive.org","category":"Influence method ride fight"}}]
        {"url": "https://tripadvisor.com/statuss/573", "password": 55, "city": "Sydney", "address": {"discount": 536\#
        .48, "quantity": 6861}}
        [{"zip":"east","timestamp":1689797900}]
        {
          "currency": "pair",
          "comment": "Entire",
          "productId": 4,
          "zip": true
        }
        {"updated":"2019-06-07T02:18:45Z","location":"Boston"}
        {"title": "Free secret serious", "version": "integer", "admin": true}
        {
          "productId": 8772,
          "password": 42
        }
        {"description":"Business enjoy","role":null,"end":false,"category":"Foot rise","latitude":95.61,"result":{"n\#
        ext":"white","perPage":"closed"}}
        {"publisher":"failed","count":2251}
        {
          "text": "hear map",
          "value": 2.38,
          "username": "Maria",
          "time": "2015-05-13T15:13:45Z",
          "age": 6
        }
        {
          "lng": 723.85,
          "name": "anna",
          "value": 56.18,
          "enabled": true
        }
        [{"status":["green"],"roles":null,"address":"Seattle"}]
        {"updated_at": "2021-05-20", "userId": 9369, "limit": 288}
        {"firstName":"Emma","email":"tom.smith@theguardian.com","user":{"latitude":5.12,"value":78.97}}
        {
          "time": "2018-01-03",
          "label": "Eyes sing development has",
          "email": "mary.johnson@archive.org",
          "lat": 1.95,
          "password": "create"
        }
        {
          "results": [
            "admin"
          ],
          "date": "2018-09-21T02:38:30.000Z",
          "response": null
        }
        {
          "label": "House my management",
          "zip": false,
          "status": "image/png",
          "type": null,
          "start": null
        }
        {"type": "object", "visible": true, "phone": true}
        {"user_id": 8900, "visible": false, "message": "Quickly language rest quickly", "tags": false, "longitude": \#
        465.8}
        {"姓名":"张伟","年龄":30,"城市":"北京市","status":"正常","message":"操作成功"}
        {"name":"李娜","地址":"上海市"}
        {"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}
        {"type":"Feature","geometry":{"type":"Point","coordinates":[125.6,10.1]}}
        {"jsonrpc":"2.0","method":"get","params":[1,2],"id":1}
        {"error":{"code":404,"message":"Not Found"}}
        {"id":1,"name":"test","value":null}
        {"name":"John Doe","age":30,"city":"New York"}
        {"a":1,"b":2,"c":[1,2,3]}

        """#
}
