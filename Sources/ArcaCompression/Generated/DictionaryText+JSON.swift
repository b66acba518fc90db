// Made by scripts/short-strings/build.py; SHA-256 of the text:
// af44d1fc79e308435c55c2843b2142b41832b88ffac208cc897b8f18baea8122

extension DictionaryText {
    static let json = #"""
        {"UserId":true,"Id":"example-user"}
        {"Id": "User", "UserType": true}
        {"GroupName":"Group4","Name":"10.0.2.78"}
        {"Value": "Group", "GroupVersion": "Group4"}
        {"RoleType":"ROLE","Type":"10.0.7.11"}
        {"Code": "Role", "RoleDate": "ROLE"}
        {"PolicyValue":"my-policy","Value":"example-policy"}
        {"Size": "Policy", "PolicyAddress": "my-policy"}
        {"ResourceStatus":false,"Status":"default"}
        {"Name": "Resource", "ResourceStatus": false}
        {"InstanceState":"INSTANCE","State":"ACTIVE"}
        {"Status": "Instance", "InstanceSize": "INSTANCE"}
        {"AccountCode":4642,"Code":"default"}
        {"Version": "Account", "AccountArn": 4642}
        {"KeyVersion":"my-key","Id":"ACTIVE"}
        {"Enabled": "Key", "KeyName": "my-key"}
        {"ObjectCount":"my-object","Name":"default"}
        {"Type": "Object", "ObjectCode": "my-object"}
        {"ItemSize":"Item6","Type":"default"}
        {"State": "Item", "ItemTime": "Item6"}
        {"EventEnabled":true,"Value":"example-event"}
        {"Count": "Event", "EventUrl": true}
        {"FunctionTime":"my-function","Status":"default"}
        {"Id": "Function", "FunctionValue": "my-function"}
        {"TableDate":true,"State":"10.0.6.68"}
        {"Value": "Table", "TableCount": true}
        {"DomainList":"Domain8","Code":"arn:aws:22716498"}
        {"Code": "Domain", "DomainList": "Domain8"}
        {"CertificateArn":5916,"Id":"arn:aws:1d8ae63e"}
        {"Size": "Certificate", "CertificateId": 5916}
        {"ImagePath":"my-image","Name":"ACTIVE"}
        {"Name": "Image", "ImageState": "my-image"}
        {"NetworkUrl":"my-network","Type":"default"}
        {"Status": "Network", "NetworkEnabled": "my-network"}
        {"ServiceAddress":"Service5","Value":"10.0.8.31"}
        {"Version": "Service", "ServicePath": "Service5"}
        {"HostId":true,"Status":"10.0.7.11"}
        {"Enabled": "Host", "HostType": true}
        {"FileName":"FILE","State":"10.0.8.20"}
        {"Type": "File", "FileVersion": "FILE"}
        {"ReportType":7550,"Code":"10.0.4.60"}
        {"State": "Report", "ReportDate": 7550}
        {"DeviceValue":false,"Id":"ACTIVE"}
        {"Count": "Device", "DeviceAddress": false}
        {"OrderStatus":"my-order","Name":"ACTIVE"}
        {"Id": "Order", "OrderStatus": "my-order"}
        {"ProductState":"Product3","Type":"arn:aws:52cf258c"}
        {"Value": "Product", "ProductSize": "Product3"}
        {"RequestCode":true,"Value":"example-request"}
        {"Code": "Request", "RequestArn": true}
        {"ErrorVersion":false,"Status":"arn:aws:3bb769e9"}
        {"Size": "Error", "ErrorName": false}
        {"EnvironmentCount":true,"State":"default"}
        {"Name": "Environment", "EnvironmentCode": true}
        {"AttributeSize":6699,"Code":"arn:aws:59f99b61"}
        {"Status": "Attribute", "AttributeTime": 6699}
        {"ClusterEnabled":519,"Id":"ACTIVE"}
        {"Version": "Cluster", "ClusterUrl": 519}
        {"neck-site":"^5.7.2","health":"~5.7.2"}
        {"name": "common-suggest", "version": "5.14.4", "main": "index.js"}
        {"type":"git","url":"https://github.com/a/heat-immediately.git"}
        {"pass-process":"^0.14.1","begin":"~0.14.1"}
        {"name": "shine", "version": "2.9.7", "main": "index.js"}
        {"type":"git","url":"https://github.com/follow/book-than.git"}
        {"eight":"^4.2.5","drop":"~4.2.5"}
        {"name": "inside", "version": "3.5.2", "main": "index.js"}
        {"type":"git","url":"https://github.com/sense/front-hotel.git"}
        {"stop":"^2.2.1","narrow":"~2.2.1"}
        {"name": "high", "version": "0.1.1", "main": "index.js"}
        {"type":"git","url":"https://github.com/me/data-law.git"}
        {"promise":"^5.8.5","group":"~5.8.5"}
        {"name": "price-past", "version": "6.16.4", "main": "index.js"}
        {"id":10,"name":"Mark","type":33}
        {"type": "purchase", "name": "john", "id": 9}
        {"value":393.89,"status":["string","click"],"title":"South plate particularly"}
        {"title": "By force figure war", "status": "image/png", "value": 4.6}
        {"description":"Slow error","url":"https://slack.com/accounts/179","email":"kate.martin@stackoverflow.com"}
        {"email": "paul.clark@live.com", "url": "https://wikipedia.org/reports/165", "description": "stone character\#
         in send"}
        {"user":"Emma","username":"Laura","password":64}
        {"password": null, "username": "Henry", "user": "Paul"}
        {"first_name":"Frank","last_name":"Hall","firstName":"Daniel"}
        {"firstName": "Frank", "last_name": "Walker", "first_name": "Eva"}
        {"lastName":"Taylor","fullName":"kate","age":69}
        {"age": 1527, "fullName": "Anna Brown", "lastName": "Jones"}
        {"gender":true,"phone":false,"address":"Rome"}
        {"address": "Sydney", "phone": true, "gender": "so"}
        {"street":"slowly","city":"Seattle","state":true}
        {"state": null, "city": "Hong Kong", "street": "still"}
        {"country":"SE","zip":"small","postalCode":"click"}
        {"postalCode": "phone", "zip": 1, "country": "ES"}
        {"lat":1.42,"lng":38.53,"latitude":919.95}
        {"latitude": 35.86, "lng": 295.74, "lat": 4.12}
        {"longitude":46.17,"location":"Rome","date":"2018-07-18T03:04:30.000Z"}
        {"date": "2017-10-15T12:17:15+00:00", "location": "Hong Kong", "longitude": 484.67}
        {"time":"2020-11-03","timestamp":1515949776,"created":"2016-04-14"}
        {"created": "2021-12-20T19:42:15+00:00", "timestamp": 1546329133, "time": "2019-01-02T23:08:30Z"}
        {"created_at":"2023-10-19","createdAt":"2016-09-02T14:39:15.000Z","updated":"2020-02-28"}
        {"updated": "2022-09-18T13:40:30+00:00", "createdAt": "2022-12-24", "created_at": "2016-12-12"}
        {"updated_at":"2021-01-02","updatedAt":"2024-12-06","deleted":true}
        {"deleted": false, "updatedAt": "2024-06-08", "updated_at": "2023-08-17"}
        {"start":51,"end":"discover","startTime":"2023-03-22T20:18:15+00:00"}
        {"startTime": "2017-01-09T04:28:00Z", "end": null, "start": true}
        {"endTime":"2021-06-21T19:37:30.000Z","duration":1,"version":null}
        {"version": null, "duration": 518, "endTime": "2023-02-25"}
        {"code":"string","error":null,"errors":[]}
        {"errors": "closed", "error": false, "code": 18}
        {"message":"figure what morning","messages":"protect","data":null}
        {"data": true, "messages": false, "message": "Show recently"}
        {"result":true,"results":"every","response":true}
        {"response": "secret", "results": [], "result": "force"}
        {"request":true,"success":false,"count":4}
        {"count": 9, "success": true, "request": false}
        {"total":0,"totalCount":764,"page":9987}
        {"page": 99, "totalCount": 0, "total": 85}
        {"pages":27,"perPage":"cheap","limit":6347}
        {"limit": 986, "perPage": "across", "pages": 3663}
        {"offset":5598,"next":"click","previous":["1.0.0"]}
        {"previous": "late", "next": true, "offset": 43}
        {"size":7,"length":93,"width":529}
        {"width": 2, "length": 7551, "size": 34}
        {"height":4,"weight":968.73,"color":false}
        {"color": null, "weight": 811.36, "height": 508}
        {"price":4.58,"amount":9.9,"currency":69}
        {"currency": 60, "amount": 164.88, "price": 32.16}
        {"quantity":93,"qty":5272,"discount":43.15}
        {"discount": 1.96, "qty": 82, "quantity": 8}
        {"tax":1.76,"subtotal":768.24,"items":false}
        {"items": "enabled", "subtotal": 643.11, "tax": 842.67}
        {"products":true,"product":"Half season","product_id":5373}
        {"product_id": 736, "product": "although player on market", "products": []}
        {"productId":91,"user_id":8,"userId":15}
        {"userId": 9569, "user_id": 84, "productId": 8584}
        {"order":true,"order_id":9671,"orderId":49}
        {"orderId": 89, "order_id": 27, "order": true}
        {"customer":"Max Green","category":"run","categories":false}
        {"categories": [], "category": "Sit", "customer": "Thomas Green"}
        {"tags":57,"tag":null,"label":"Take behind"}
        {"label": "Effect world", "tag": "black", "tags": null}
        {"labels":"EUR","comments":"education","comment":"Live neither"}
        {"comment": "Military enough should hold", "comments": false, "labels": []}
        {"content":"money soldier building","text":"fair economy important","body":"List young part rule"}
        {"body": "Did", "text": "Especially outside", "content": "Store front any quality"}
        {"html":71,"subject":"From dream","from":"sarah"}
        {"from": "Frank", "subject": "house mouth national", "html": "so"}
        {"to":"Bob Wright","cc":false,"sender":"Eva Lee"}
        {"sender": "Maria", "cc": 16, "to": "eva"}
        {"author":"Tom","authors":[],"publisher":"not_found"}
        {"publisher": true, "authors": [], "author": "Eva Doe"}
        {"language":false,"lang":"GET","locale":62}
        {"locale": "object", "lang": "product", "language": "medium"}
        {"timezone":"home","enabled":true,"disabled":true}
        {"disabled": true, "enabled": true, "timezone": "Apache-2.0"}
        {"active":true,"visible":true,"hidden":true}
        {"hidden": true, "visible": true, "active": true}
        {"public":true,"private":false,"admin":true}
        {"admin": true, "private": false, "public": true}
        {"role":true,"roles":["info"],"permissions":false}
        {"permissions": ["not_found", "zh"], "roles": [], "role": true}
        {"group":true,"groups":[],"members":"not_found"}
        {"members": ["login"], "groups": ["UTF-8", "image/png"], "group": "info"}
        {"owner":"paul","parent":"text/plain","parent_id":4582}
        {"parent_id": 829, "parent": 28, "owner": "John Taylor"}
        {"children":null,"level":323,"index":6}
        {"index": 77, "level": 343, "children": true}
        {"position":false,"rank":"text/plain","score":10.45}
        {"score": 22.75, "rank": "gold", "position": 97}
        {"rating":5.54,"votes":5,"likes":1114}
        {"likes": 609, "votes": 5388, "rating": 8.66}
        {"views":2,"followers":true,"friends":["viewer"]}
        {"friends": ["open"], "followers": ["boolean"], "views": 7}
        {"avatar":"https://office.com/profiles/889","image":"https://vimeo.com/images/583","images":["fr"]}
        {"images": ["zh-CN", "white"], "image": "https://medium.com/articles/248", "avatar": "https://oracle.com/com\#
        ments/563"}
        {"thumbnail":false,"icon":"EUR","logo":false}
        {"logo": null, "icon": "finish", "thumbnail": null}
        {"video":78,"audio":null,"file":"summer"}
        {"file": "green", "audio": null, "video": null}
        {"files":["black","inactive"],"path":false,"filename":false}
        {"filename": true, "path": false, "files": ["open"]}
        {"mimeType":"active","contentType":"purchase","format":"2017-12-24"}
        {"format": "2024-11-27T17:23:45+00:00", "contentType": "en-US", "mimeType": false}
        {"hash":"e97a8b5b","checksum":"2ab50e5e","signature":"1077ea98"}
        {"signature": "6983e32b", "checksum": "d342ec8c", "hash": "c946344c"}
        {"token":"9a4fadfb","access_token":84,"refresh_token":"2.0"}
        {"refresh_token": "1.0.0", "access_token": true, "token": "09db91b4"}
        {"expires":1621444894,"expires_in":false,"scope":true}
        {"scope": false, "expires_in": "MIT", "expires": 1617468880}
        {"client_id":1,"session_id":73,"key":"d7f9d266"}
        {"key": "2f8c24e8", "session_id": 469, "client_id": 966}
        {"keys":[],"secret":false,"apiKey":"zh-CN"}
        {"apiKey": "relationship", "secret": "right", "keys": []}
        {"config":27,"settings":["integer"],"options":["text/plain"]}
        {"options": true, "settings": null, "config": "object"}
        {"preferences":["large"],"theme":true,"notifications":18}
        {"notifications": ["zh"], "theme": "active", "preferences": ["admin"]}
        {"host":"watch","port":2698,"protocol":"mobile"}
        {"protocol": false, "port": 49, "host": 58}
        {"method":72,"headers":"success","query":7}
        {"query": 12, "headers": 52, "method": "guest"}
        {"params":5,"ip":25,"domain":null}
        {"domain": null, "ip": 99, "params": false}
        {"device":98,"platform":null,"os":54}
        {"os": "blue", "platform": null, "device": "debug"}
        {"browser":17,"userAgent":"raise","app":"string"}
        {"app": 18, "userAgent": 94, "browser": 2}
        {"model":null,"brand":"integer","sku":"narrow"}
        {"sku": false, "brand": "recognize", "model": 64}
        {"stock":50,"available":true,"shipping":null}
        {"shipping": 74, "available": true, "stock": 24}
        {"payment":false,"card":"completed","account":18}
        {"account": 86, "card": false, "payment": true}
        {"balance":39.56,"transaction":"pending","transactions":"produce"}
        {"transactions": "large", "transaction": true, "balance": 3.72}
        {"event":"male","events":["closed","info"],"action":false}
        {"action": "viewer", "events": "boolean", "event": "EUR"}
        {"actions":37,"source":"blue","target":null}
        {"target": false, "source": "success", "actions": null}
        {"properties":["Apache-2.0","red"],"additionalProperties":"more","attributes":false}
        {"attributes": 91, "additionalProperties": [], "properties": null}
        {"metadata":"closed","meta":"zh","links":true}
        {"links": 72, "meta": "support", "metadata": true}
        {"self":"https://reuters.com/articles/92","href":"https://github.com/users/557","rel":"boolean"}
        {"rel": "closed", "href": "https://ibm.com/images/45", "self": "https://washingtonpost.com/categorys/706"}
        {"kind":"completed","object":"mobile","list":"zh"}
        {"list": 28, "object": "over", "kind": "service"}
        {"string":true,"number":false,"integer":true}
        {"integer": null, "number": false, "string": "female"}
        {"required":true,"default":"UTF-8","min":3313}
        {"min": 2897, "default": "en-US", "required": true}
        {"max":363,"minimum":427,"maximum":9768}
        {"maximum": 894, "minimum": 2451, "max": 138}
        {"enum":48,"pattern":"zh","example":"zh"}
        {"example": false, "pattern": null, "enum": "not_found"}
        {"summary":"Policy move six","license":null,"homepage":"https://facebook.com/images/27"}
        {"homepage": "https://debian.org/names/295", "license": "debug", "summary": "Park river meet"}
        {"repository":"fr","dependencies":["POST"],"devDependencies":"far"}
        {"devDependencies": [], "dependencies": [], "repository": "2.0"}
        {"scripts":"en-US","main":true,"test":86}
        {"test": "EUR", "main": 26, "scripts": ["error"]}
        {"build":"login","node":true,"temperature":6.91}
        {"temperature": 3.53, "node": true, "build": null}
        {"humidity":4.5,"pressure":83.6,"speed":711.13}
        {"speed": 972.2, "pressure": 7.6, "humidity": 3.81}
        {"unit":false,"sensor":true,"battery":false}
        {"battery": "make", "sensor": null, "unit": "en-US"}
        {"mode":"service","reason":"So pull","details":false}
        {"details": ["string", "login"], "reason": "Best send", "mode": "EUR"}
        {"schema":null,"$ref":true,"definitions":null}
        {"definitions": ["white"], "$ref": "viewer", "schema": "GET"}
        {"features":["user"],"geometry":"sell","coordinates":25}
        {"coordinates": ["closed"], "geometry": "POST", "features": ["blue", "green"]}
        {"x":55,"y":96,"a":true}
        {"a": "early", "y": 90, "x": 55}
        {"b":"does","ok":true,"ts":1729884434}
        {"ts": 1529504620, "ok": true, "b": null}
        {"lastLogin":"2021-03-23T07:54:30.000Z"}
        {"lastLogin": "2023-08-16"}
        {"first_name":"David","name":"Grace Lewis","country":"BR","disabled":true}
        {"lang":6,"createdAt":"2016-05-20T04:12:15+00:00","total":3702,"name":"Grace Brown"}
        {"result": false, "authors": "Apache-2.0", "status": "range", "updated": "2024-04-28T09:13:15+00:00"}
        {
          "first_name": "John",
          "status": [
            "small",
            "boolean"
          ],
          "totalCount": 2,
          "pages": 978
        }
        {"version":"completed","created_at":"2019-01-19","sender":"henry"}
        {"firstName":"Kate","time":"2019-11-22T13:43:45Z","id":1,"result":"inactive"}
        [{"username":"Daniel","categories":null,"product":"Business end social set","enabled":false}]
        {"status": [], "email": "paul.garcia@weibo.com", "code": 70, "location": "Berlin"}
        {"public":false,"private":false}
        {"createdAt":"2023-07-04","product_id":27,"title":"safe","country":"CN"}
        {"price":8.7,"result":"home","phone":false,"type":"error","id":3059}
        {"country":"NL","name":"jane","password":49,"user":"daniel"}
        {"result":"event","url":"https://nytimes.com/articles/847","private":true,"data":{"productId":96,"name":"Joh\#
        n King"}}
        [{"password":14,"from":"Anna"}]
        [{"enabled":true,"count":16}]
        {"comments": null, "totalCount": 3546, "authors": [], "active": true}
        {
          "title": "During",
          "tag": false,
          "street": null,
          "name": "Mary"
        }
        {"description": "Was boat develop", "to": "James", "gender": "inactive", "role": 82, "page": 1252}
        [{"product_id":12,"height":61,"user":"carol"}]
        {"username": "Eva", "type": "large", "value": 63.12, "longitude": 158.47}
        {"start": true, "location": "Toronto", "updated": "2024-07-12", "user": "jane", "email": "sophie.lewis@mediu\#
        m.com", "address": {"created": "2020-07-14T10:16:00+00:00", "comment": "position them will"}}
        {"country":"IT","email":"sophie.baker@kernel.org","previous":false}
        {
          "success": false,
          "title": "region of",
          "url": "https://npmjs.com/images/654",
          "createdAt": "2017-12-14"
        }
        [{"type":95,"perPage":"house"}]
        [{"width":7,"price":46.5,"url":"https://taobao.com/projects/619","title":"Family who how until"}]
        {"lng":9.63,"country":"IT"}
        {"timestamp": 1707096933, "author": "David", "endTime": "2024-06-16"}
        {"state": false, "private": true, "firstName": "James", "time": "2022-09-04"}
        {"value":7.5,"orderId":455,"items":["inactive","red"],"title":"Soft map"}
        {"city": "San Francisco", "password": 68, "height": 402, "result": {"status": "array", "id": 364}}
        {"currency": "search", "quantity": 6, "time": "2023-11-03", "endTime": "2023-05-10"}
        {"name":"Julia","first_name":"Daniel","category":"Professional is","hidden":false}
        {"createdAt": "2015-02-01", "username": "Bob", "result": 4, "first_name": "Thomas", "name": "Michael Johnson\#
        "}
        [{"errors":[],"name":"Carol","publisher":null}]
        {"private":true,"enabled":true,"id":8047}
        {"lng": 4.31, "user_id": 391, "city": "Beijing"}
        [{"id":889,"html":true,"description":"smile growth"}]
        {"created":"2017-01-01","id":103}
        {"value":857.4,"subject":"Help"}
        {"pages":7,"status":"active","quantity":2244}
        {"created": "2024-06-26", "description": "eyes", "gender": true, "type": 60, "status": []}
        {"lng":684.2,"createdAt":"2023-09-11","firstName":"Emma","amount":766.66}
        {"title": "detail event", "private": true, "location": "Beijing", "text": "End notice", "type": false}
        [{"fullName":"Grace Williams","username":"David","role":null,"discount":11.68}]
        {"totalCount":298,"body":"Positive plate we court"}
        {
          "gender": "public",
          "response": false,
          "phone": "GET",
          "age": 979,
          "type": null
        }
        {"firstName":"Grace","locale":"POST","updated":"2015-07-18T09:13:45.000Z","quantity":336}
        {"productId":9,"color":"not_found","user":"tom","result":{"title":"Shine development matter","totalCount":8}\#
        }
        {
          "firstName": "Max",
          "enabled": true
        }
        {
          "last_name": "Moore",
          "state": false,
          "from": "Grace Smith"
        }
        {"longitude": 42.83, "state": "no", "password": "society", "result": {"price": 7.22, "label": "Start tax net\#
        work ground"}}
        [{"type":true,"first_name":"Mary","perPage":65,"updated_at":"2020-12-03T16:37:15Z","lat":50.76,"user":{"age"\#
        :2848,"offset":2}}]
        {"user":"james","status":[]}
        {"time":"2015-03-09","description":"statement quickly hope","user":"Jane Doe"}
        {"timestamp": 1525267657, "disabled": false, "country": "AU"}
        {"discount": 15.79, "height": 486, "length": 0, "perPage": "user", "updated_at": "2017-08-07T01:29:00Z", "us\#
        er": {"from": "Grace Wright", "created": "2017-04-28"}}
        {"subject": "final remember", "color": "MIT", "fullName": "Michael Miller"}
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
