// Made by scripts/short-strings/build.py; SHA-256 of the text, of which this is part 1 of 2:
// af44d1fc79e308435c55c2843b2142b41832b88ffac208cc897b8f18baea8122

extension DictionaryText {
    static let jsonPart1 = #"""
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

        """#
}
