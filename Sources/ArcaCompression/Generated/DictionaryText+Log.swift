// Made by scripts/short-strings/build.py; SHA-256 of the text:
// fbc7f4c295a6e493aa094ba4c4233e8273aa1b99bc8744e8eff7439a5e68a02e

extension DictionaryText {
    static let log = #"""
        2018-08-23 14:44:11,087 WARN [worker] Query took
        May 27 07:59:36 localhost cron[14426]: new connection from
        31.191.46.199 - - [10/Sep/2020:11:07:20 +0000] "GET /articles/89 HTTP/1.1" 404 5052 "-" "-"
        2023-06-13T03:55:33.038Z info Starting Daily apt upgrade and clean activities... 192.168.6.58 port 6119
        [2018-01-26 03:53:16] DEBUG: Connection closed by (took 279 ms)
        ERROR com.example.Main: User logged in successfully id=1667 user=thomas status=403
        2024/09/14 05:46:59 [info] 3036#3036: *818 Server started on port 8080, client: 192.201.38.51, server: thegu\#
        ardian.com
        2025-09-04 23:24:18,834 INFO [worker] message repeated 2 times
        Oct  8 09:54:25 localhost apache2[15017]: Starting Daily apt upgrade and clean activities...
        10.0.6.243 - - [11/Nov/2023:00:42:14 +0000] "GET /events/758 HTTP/1.1" 304 14145 "-" "-"
        2020-02-22T13:32:18.083Z info Retrying in 5 seconds 10.0.3.210 port 20225
        [2025-05-08 10:08:04] INFO: Deprecated option used (took 677 ms)
        WARN org.apache.Server: User logged in successfully id=9638 user=maria status=200
        2025/08/02 13:51:05 [error] 26366#26366: *98 Configuration loaded from /etc/app/config.yml, client: 210.108.\#
        216.168, server: imdb.com
        2019-06-15 00:29:55,855 INFO [java.lang.NullPointerException] message repeated 2 times
        May  4 13:56:06 localhost mysqld[27032]: pam_unix(sshd:session):
        10.0.6.147 - - [28/Oct/2021:21:00:25 +0000] "GET /titles/49 HTTP/1.1" 200 2637 "-" "-"
        2021-04-20T00:11:29.549Z warn Starting Daily apt upgrade and clean activities... 52.159.169.90 port 25850
        [2020-05-11 08:46:49] DEBUG: Traceback (most recent call last): (took 262 ms)
        WARN auth.service: client denied by server configuration id=277 user=frank status=302
        2018/09/18 21:08:18 [debug] 21204#21204: *194 Failed to read file, client: 10.0.3.253, server: npmjs.com
        2019-02-22 17:15:07,549 ERROR [main] Started Session of user
        Nov 13 11:29:24 localhost systemd[29933]: Configuration loaded from /etc/app/config.yml
        192.168.5.150 - - [03/Dec/2018:00:43:04 +0000] "GET /values/555 HTTP/1.1" 500 13569 "-" "-"
        2018-08-19T13:23:29.414Z info Request failed with status 500 192.168.9.224 port 51011
        [2019-04-02 12:16:10] INFO: pam_unix(sshd:session): (took 765 ms)
        INFO app.database: Request failed with status 500 id=6394 user=alice status=200
        2021/03/05 17:34:50 [info] 20971#20971: *71 session closed for user root, client: 204.180.48.237, server: im\#
        db.com
        2025-05-05 20:27:48,228 DEBUG [app.database] Connection timed out
        Sep 21 04:04:54 localhost dockerd[23199]: Request failed with status 500
        10.0.7.48 - - [25/Aug/2019:01:45:29 +0000] "GET /users/669 HTTP/1.1" 200 33297 "-" "Mozilla/5.0 (Windows NT \#
        10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36"
        2025-09-09T03:38:35.641Z warn Request failed with status 500 192.168.7.127 port 13513
        [2019-02-25 18:39:03] INFO: Received signal 15 (took 653 ms)
        ERROR com.example.Main: Invalid credentials for user id=1545 user=david status=500
        2024/09/26 16:17:30 [error] 29145#29145: *40 session closed for user root, client: 10.0.7.135, server: archi\#
        ve.org
        2021-02-28 22:06:42,436 WARN [main] Connection reset by peer
        Oct 25 12:39:28 localhost sudo[17545]: Shutting down gracefully
        10.0.2.139 - - [07/Apr/2021:13:31:19 +0000] "GET /messages/429 HTTP/1.1" 200 40098 "-" "-"
        2019-11-17T06:32:40.018Z error Connection timed out 192.168.6.71 port 29775
        [2023-04-06 02:45:27] WARN: Configuration loaded from /etc/app/config.yml (took 775 ms)
        INFO http-nio-8080-exec-1: User logged in successfully id=7944 user=david status=403
        2024/02/12 08:07:26 [info] 19584#19584: *254 Job finished, client: 192.168.9.154, server: ebay.com
        2020-03-12 20:07:39,764 DEBUG [http-nio-8080-exec-1] message repeated 2 times
        May 20 13:50:48 localhost postfix/smtpd[15884]: Slow query detected
        104.79.116.115 - - [11/Dec/2024:19:58:33 +0000] "GET /contents/723 HTTP/1.1" 200 40626 "-" "-"
        2018-08-06T00:12:58.975Z debug upstream timed out (110: Connection timed out) while reading response header \#
        86.19.100.192 port 24150
        [2019-05-04 12:28:17] WARN: Retry attempt 1 of 3 (took 281 ms)
        INFO com.example.Main: new connection from id=9202 user=lisa status=404
        2022/11/24 02:39:22 [warn] 13923#13923: *233 Started Session of user, client: 192.168.7.212, server: python.\#
        org
        2022-10-06 17:46:57,567 ERROR [scheduler] Failed password for root from
        Dec 14 13:15:03 localhost postfix/smtpd[22152]: Retry attempt 1 of 3
        127.3.212.215 - - [15/Apr/2020:04:30:36 +0000] "GET /users/476 HTTP/1.1" 200 42166 "-" "-"
        2023-02-18T03:49:04.045Z warn message repeated 2 times 192.168.6.55 port 40145
        [2023-07-25 03:20:03] INFO: Received signal 15 (took 47 ms)
        DEBUG auth.service: Started Session of user id=5781 user=james status=404
        2021/10/06 11:58:31 [error] 11479#11479: *532 Connection timed out, client: 209.4.166.66, server: kernel.org
        2022-10-06 00:25:24,898 ERROR [worker] Accepted publickey for admin from
        Feb 19 19:49:09 localhost cron[10686]: Retrying in 5 seconds
        192.168.2.223 - - [27/May/2018:00:40:58 +0000] "GET /types/79 HTTP/1.1" 403 49734 "-" "-"
        2020-05-06T15:42:50.828Z debug pam_unix(sshd:session): 32.89.84.182 port 18961
        [2025-03-03 01:41:02] DEBUG: Failed to start (took 765 ms)
        ERROR app.http: Retry attempt 1 of 3 id=9286 user=max status=200
        2023/01/02 15:49:30 [debug] 4735#4735: *845 session opened for user root by (uid=0), client: 171.221.83.144,\#
         server: archive.org
        2019-08-26 15:58:03,454 DEBUG [com.example.Main] User logged in successfully
        Oct  6 14:21:35 localhost sshd[7594]: segfault at 0 ip
        192.168.8.50 - - [28/Feb/2022:10:14:45 +0000] "GET /items/417 HTTP/1.1" 500 14245 "-" "-"
        2018-03-16T23:44:16.540Z error Request failed with status 500 10.0.9.126 port 1322
        [2023-08-28 04:13:01] INFO: Cache miss for key (took 207 ms)
        DEBUG scheduler: message repeated 2 times id=5405 user=kate status=302
        2020/11/10 10:48:09 [debug] 27414#27414: *40 NullPointerException at line, client: 15.176.251.76, server: go\#
        lang.org
        2024-12-24 05:53:03,754 WARN [java.lang.NullPointerException] Connection timed out
        Feb 11 02:29:23 localhost named[17211]: service entered failed state
        9.190.107.23 - - [17/Sep/2023:20:26:30 +0000] "GET /reports/63 HTTP/1.1" 302 48322 "-" "-"
        2021-01-21T01:05:31.165Z info Slow query detected 192.168.7.37 port 59228
        [2021-10-23 07:43:01] ERROR: Accepted publickey for admin from (took 481 ms)
        DEBUG com.example.Main: Out of memory: Killed process id=2545 user=max status=302
        2022/06/12 06:27:58 [error] 15802#15802: *870 Accepted publickey for admin from, client: 127.123.121.243, se\#
        rver: slack.com
        2024-03-15 03:25:29,766 DEBUG [worker] Slow query detected
        Sep  9 21:01:36 localhost named[9993]: service entered failed state
        206.217.11.156 - - [21/Dec/2025:13:16:34 +0000] "GET /images/135 HTTP/1.1" 200 20505 "-" "-"
        2020-09-23T23:23:31.118Z warn Processing job 10.0.4.179 port 29413
        [2025-07-06 02:32:11] DEBUG: User logged in successfully (took 166 ms)
        WARN org.apache.Server: Accepted publickey for admin from id=8046 user=laura status=404
        2021/09/28 08:05:03 [debug] 12857#12857: *381 Accepted publickey for admin from, client: 10.0.2.28, server: \#
        ubuntu.com
        2025-11-03 03:02:12,920 INFO [worker] Deprecated option used
        May 22 15:56:31 localhost NetworkManager[24535]: Connection reset by peer
        55.216.157.205 - - [05/Mar/2022:16:23:35 +0000] "GET /groups/313 HTTP/1.1" 304 22312 "-" "-"
        2023-01-08T07:13:03.504Z error Cache hit for key 10.0.6.242 port 24477
        [2019-11-27 04:19:50] ERROR: Traceback (most recent call last): (took 892 ms)
        ERROR org.apache.Server: Database connection established id=9216 user=peter status=500
        2020/04/19 13:36:16 [error] 25569#25569: *843 Cache hit for key, client: 11.76.201.91, server: qq.com
        2024-05-01 07:46:11,554 ERROR [scheduler] Timeout after 30000 ms
        Oct 27 23:03:29 localhost nginx[19449]: Cache hit for key
        10.0.6.52 - - [27/Apr/2025:01:10:58 +0000] "GET /articles/361 HTTP/1.1" 302 10039 "-" "-"
        2024-04-21T07:33:28.746Z info Invalid credentials for user 192.168.7.126 port 58900
        [2023-07-22 10:40:26] INFO: Starting Daily apt upgrade and clean activities... (took 849 ms)
        DEBUG scheduler: session opened for user root by (uid=0) id=2690 user=thomas status=304
        2020/12/08 10:27:04 [info] 24207#24207: *842 Cache miss for key, client: 192.168.6.197, server: medium.com
        2021-12-25 10:16:55,870 DEBUG [auth.service] Timeout after 30000 ms
        Feb 21 19:58:23 localhost CRON[18633]: Connection timed out
        192.168.8.141 - - [02/May/2023:04:00:42 +0000] "GET /videos/567 HTTP/1.1" 302 46156 "-" "-"
        2024-01-18T04:35:36.873Z warn Unhandled exception 157.80.226.56 port 691
        [2024-10-05 06:52:39] INFO: NullPointerException at line (took 232 ms)
        DEBUG java.lang.NullPointerException: Deprecated option used id=7458 user=peter status=200
        2022/01/15 16:35:59 [info] 12552#12552: *93 Started Session of user, client: 16.50.140.75, server: blogspot.\#
        com
        2020-10-11 06:47:49,974 ERROR [http-nio-8080-exec-1] Retry attempt 1 of 3
        Oct 17 02:50:00 localhost cron[24093]: Listening on 0.0.0.0:443
        10.0.1.238 - - [08/Feb/2021:14:54:29 +0000] "GET /services/760 HTTP/1.1" 302 14690 "-" "-"
        2019-02-09T10:48:39.997Z info Disk usage is at 10.0.4.196 port 58461
        [2018-05-05 00:43:18] INFO: Connection timed out (took 258 ms)
        INFO worker: Received signal 15 id=7171 user=grace status=404
        2025/03/21 15:10:42 [warn] 23930#23930: *539 Request failed with status 500, client: 10.0.9.210, server: tri\#
        padvisor.com
        2019-09-10 05:25:57,687 INFO [java.lang.NullPointerException] Starting Daily apt upgrade and clean activitie\#
        s...
        Nov 24 18:42:34 localhost mysqld[1063]: Listening on 0.0.0.0:443
        10.0.4.49 - - [08/Oct/2020:20:56:22 +0000] "GET /items/597 HTTP/1.1" 304 43928 "-" "-"
        2018-01-05T00:21:08.429Z info client denied by server configuration 192.168.3.175 port 12439
        [2020-10-11 09:48:58] DEBUG: upstream timed out (110: Connection timed out) while reading response header (t\#
        ook 81 ms)
        INFO auth.service: User not found id=5519 user=mary status=302
        2023/05/13 09:32:33 [info] 9706#9706: *797 Configuration loaded from /etc/app/config.yml, client: 73.64.115.\#
        234, server: stackoverflow.com
        2024-07-17 11:39:22,189 WARN [app.http] Connection closed by
        Dec  4 06:54:04 localhost dockerd[13107]: Permission denied
        192.168.8.163 - - [10/Jan/2022:19:26:55 +0000] "GET /services/594 HTTP/1.1" 403 5581 "-" "-"
        2025-10-12T01:27:43.420Z error Shutting down gracefully 192.168.1.87 port 25946
        [2022-05-18 12:02:56] ERROR: Query took (took 477 ms)
        DEBUG app.database: Unable to connect to database id=918 user=eva status=302
        2024/07/16 00:33:07 [info] 1002#1002: *160 segfault at 0 ip, client: 10.0.0.147, server: apache.org
        2025-07-12 13:19:28,320 WARN [auth.service] Failed password for root from
        May 22 19:24:33 localhost apache2[5291]: Starting Daily apt upgrade and clean activities...
        192.168.8.127 - - [09/Apr/2019:16:44:15 +0000] "GET /services/694 HTTP/1.1" 304 48424 "-" "-"
        2025-06-07T21:04:37.448Z info Cache hit for key 10.0.6.247 port 41222
        [2023-02-05 03:51:36] WARN: Shutting down gracefully (took 64 ms)
        ERROR main: Out of memory: Killed process id=1060 user=bob status=404
        2025/06/03 19:54:52 [warn] 719#719: *229 User not found, client: 183.171.80.200, server: vimeo.com
        2023-11-12 21:13:45,682 ERROR [java.lang.NullPointerException] service entered failed state
        Oct 18 08:18:49 localhost nginx[7442]: Cache hit for key
        10.0.1.175 - - [28/Apr/2019:11:55:44 +0000] "GET /orders/853 HTTP/1.1" 500 14461 "-" "-"
        2021-01-07T14:18:29.591Z debug Connection refused 192.168.1.234 port 44096
        [2019-08-20 23:35:53] INFO: Listening on 0.0.0.0:443 (took 740 ms)
        DEBUG java.lang.NullPointerException: Timeout after 30000 ms id=1945 user=sophie status=302
        2019/07/24 14:30:58 [info] 12249#12249: *773 NullPointerException at line, client: 10.0.5.147, server: sourc\#
        eforge.net
        2024-03-04 22:58:04,900 ERROR [auth.service] client denied by server configuration
        Mar 21 11:00:41 localhost apache2[22729]: upstream timed out (110: Connection timed out) while reading respo\#
        nse header
        187.66.186.5 - - [04/Oct/2023:13:40:59 +0000] "GET /users/143 HTTP/1.1" 500 12729 "-" "-"
        2020-08-28T07:28:42.721Z warn Received signal 15 27.127.103.33 port 57209
        [2021-04-08 12:38:35] INFO: session opened for user root by (uid=0) (took 820 ms)
        DEBUG com.example.Main: Listening on 0.0.0.0:443 id=1719 user=julia status=404
        2020/11/21 14:01:09 [info] 9701#9701: *120 client denied by server configuration, client: 10.0.0.202, server\#
        : nodejs.org
        2019-04-06 08:45:17,940 ERROR [org.apache.Server] Connection reset by peer
        Jul 13 04:50:00 localhost systemd[10437]: Connection closed by
        192.168.2.13 - - [12/Sep/2024:11:33:02 +0000] "GET /categorys/470 HTTP/1.1" 200 42144 "-" "-"
        2024-02-02T13:32:46.672Z debug Connection closed by 123.17.115.129 port 24054
        [2020-11-16 18:59:43] WARN: Query took (took 173 ms)
        INFO java.lang.NullPointerException: Cache miss for key id=7423 user=david status=200
        2019/09/11 08:19:00 [info] 1374#1374: *766 message repeated 2 times, client: 63.82.136.143, server: cloudfla\#
        re.com
        2020-11-12 01:38:16,368 INFO [com.example.Main] Request failed with status 500
        May  1 21:36:21 localhost CRON[24320]: Retry attempt 1 of 3
        61.62.254.13 - - [15/May/2022:13:25:50 +0000] "GET /products/417 HTTP/1.1" 200 15485 "-" "-"
        2020-10-09T20:00:37.699Z info Failed to read file 192.168.5.18 port 36032
        [2018-03-13 16:41:58] INFO: Processing job (took 752 ms)
        INFO app.database: Processing job id=6845 user=max status=302
        2022/08/10 22:02:20 [debug] 11213#11213: *398 Connection refused, client: 214.30.52.77, server: weibo.com
        2020-10-24 03:38:50,131 ERROR [com.example.Main] Deprecated option used
        Aug 18 17:27:14 localhost dhclient[9865]: Job finished
        139.235.178.128 - - [11/Sep/2019:02:20:20 +0000] "GET /services/344 HTTP/1.1" 403 33530 "-" "-"
        2024-12-04T17:21:24.765Z info No such file or directory 10.0.3.27 port 35468
        [2025-03-07 23:44:00] INFO: Retrying in 5 seconds (took 784 ms)
        INFO app.http: Listening on 0.0.0.0:443 id=8142 user=eva status=200
        2020/02/07 13:40:29 [error] 16767#16767: *221 segfault at 0 ip, client: 10.0.1.19, server: amazon.com
        2022-04-23 15:01:22,271 ERROR [com.example.Main] Configuration loaded from /etc/app/config.yml
        Jul  5 04:04:01 localhost CRON[13567]: Connection reset by peer
        192.168.0.194 - - [02/Sep/2024:16:09:02 +0000] "GET /groups/793 HTTP/1.1" 403 7735 "-" "curl/7.88.1"
        2025-11-06T22:43:03.341Z warn Connection refused 10.0.5.8 port 24437
        [2023-05-23 05:14:33] INFO: Configuration loaded from /etc/app/config.yml (took 12 ms)
        INFO app.database: User logged in successfully id=2360 user=henry status=500
        2018/01/14 06:00:49 [warn] 13427#13427: *454 message repeated 2 times, client: 126.137.48.9, server: docs.rs
        2024-04-15 04:16:16,401 INFO [app.http] Unable to connect to database
        Apr 18 19:21:14 localhost systemd[18083]: Processing job
        192.168.9.77 - - [08/Apr/2024:08:55:08 +0000] "GET /messages/453 HTTP/1.1" 403 24909 "-" "-"
        2023-08-01T09:40:28.106Z info Permission denied 192.168.5.179 port 47079
        [2021-01-07 17:23:55] INFO: Processing job (took 759 ms)
        ERROR org.apache.Server: Database connection established id=4995 user=eva status=200
        2018/07/07 23:27:44 [warn] 2611#2611: *121 Query took, client: 117.128.156.105, server: dropbox.com
        2020-12-06 09:51:12,426 INFO [main] Internal Server Error
        Jan  3 17:54:54 localhost named[29084]: Query took
        192.168.9.252 - - [17/May/2019:00:10:40 +0000] "GET /names/158 HTTP/1.1" 200 19759 "-" "-"
        2021-08-10T15:41:30.433Z info message repeated 2 times 10.0.6.36 port 4644
        [2021-10-22 21:06:48] INFO: session opened for user root by (uid=0) (took 287 ms)
        WARN app.database: Connection reset by peer id=4287 user=mary status=200
        2020/09/04 13:16:34 [error] 19498#19498: *884 Internal Server Error, client: 192.168.5.169, server: cloudfla\#
        re.com
        2024-01-04 11:50:56,092 INFO [com.example.Main] Processing job
        Mar  3 04:01:15 localhost postfix/smtpd[10524]: No such file or directory
        192.168.3.60 - - [10/Jan/2023:20:57:02 +0000] "GET /comments/510 HTTP/1.1" 304 11584 "-" "-"
        2024-05-16T23:32:47.515Z info pam_unix(sshd:session): 10.0.3.104 port 51652
        [2024-09-07 23:26:40] WARN: Connection reset by peer (took 244 ms)
        DEBUG com.example.Main: Request completed in id=6959 user=paul status=404
        2019/01/04 02:23:16 [debug] 28399#28399: *56 Started Session of user, client: 206.128.85.31, server: golang.\#
        org
        2022-05-15 21:36:52,245 INFO [com.example.Main] Failed password for root from
        Sep  8 06:14:07 localhost NetworkManager[11337]: Received signal 15
        154.57.142.234 - - [10/Mar/2025:10:14:53 +0000] "GET /orders/890 HTTP/1.1" 302 38817 "-" "-"
        2023-10-14T20:10:16.136Z info Listening on 0.0.0.0:443 192.168.3.50 port 29138
        [2023-11-25 09:14:27] ERROR: Job finished (took 40 ms)
        INFO http-nio-8080-exec-1: Unhandled exception id=6678 user=james status=403
        2025/12/13 13:23:53 [error] 7029#7029: *334 No such file or directory, client: 10.0.5.92, server: kernel.org
        2020-08-02 11:31:14,840 WARN [app.http] client denied by server configuration
        Jan 27 03:20:36 localhost dhclient[12930]: new connection from
        126.46.24.43 - - [25/Sep/2022:10:37:04 +0000] "GET /projects/511 HTTP/1.1" 200 5066 "-" "-"
        2022-04-19T17:50:13.223Z info Processing job 50.65.154.108 port 36004
        [2021-02-27 08:46:28] INFO: Server started on port 8080 (took 472 ms)
        INFO java.lang.NullPointerException: Deprecated option used id=7819 user=anna status=302
        2024/11/14 14:28:30 [info] 8064#8064: *357 Listening on 0.0.0.0:443, client: 192.168.8.153, server: example.\#
        com
        2025-08-10 23:45:18,686 INFO [org.apache.Server] Accepted publickey for admin from
        May 21 04:32:57 localhost sudo[19658]: Shutting down gracefully
        192.168.8.110 - - [01/Jun/2024:15:49:09 +0000] "GET /orders/509 HTTP/1.1" 200 26881 "-" "-"
        2020-11-09T10:20:39.069Z error segfault at 0 ip 192.168.2.50 port 40011
        [2024-01-28 18:12:34] ERROR: Connection closed by (took 840 ms)
        ERROR java.lang.NullPointerException: segfault at 0 ip id=810 user=emma status=200
        2018/07/10 16:52:09 [info] 24094#24094: *155 Shutting down gracefully, client: 10.0.1.67, server: airbnb.com
        2023-12-07 06:06:12,385 ERROR [app.http] client denied by server configuration
        Jan 23 02:15:12 localhost sudo[26936]: Request failed with status 500
        10.0.6.212 - - [18/Apr/2019:22:11:17 +0000] "GET /reports/404 HTTP/1.1" 404 44674 "-" "-"
        2020-11-16T14:57:51.759Z info Permission denied 5.53.51.105 port 56670
        [2023-12-05 03:28:27] INFO: client denied by server configuration (took 429 ms)
        DEBUG http-nio-8080-exec-1: User not found id=7472 user=robert status=404
        2024/07/21 17:14:53 [warn] 27958#27958: *34 Successfully processed, client: 152.191.70.156, server: gnu.org
        2019-12-22 09:20:43,068 INFO [worker] Database connection established
        Dec 15 08:07:16 localhost mysqld[25684]: message repeated 2 times
        192.168.1.247 - - [14/Dec/2019:20:27:25 +0000] "GET /profiles/808 HTTP/1.1" 200 23128 "-" "-"
        2025-05-05T21:53:11.256Z info Out of memory: Killed process 10.0.0.204 port 30595
        [2023-01-11 23:15:17] INFO: Retry attempt 1 of 3 (took 487 ms)
        ERROR app.http: Unable to connect to database id=9180 user=mark status=304
        2022/09/05 14:01:19 [info] 26108#26108: *893 Server started on port 8080, client: 22.162.63.47, server: appl\#
        e.com
        2018-09-26 09:24:21,814 DEBUG [com.example.Main] Cache miss for key
        Oct 20 17:30:45 localhost kernel[15914]: Request failed with status 500
        192.168.6.17 - - [04/Nov/2022:18:39:20 +0000] "GET /comments/883 HTTP/1.1" 403 1997 "-" "-"
        2022-10-27T15:30:08.043Z debug Failed to read file 206.237.146.136 port 42687
        [2023-02-24 06:27:43] WARN: Connection refused (took 188 ms)
        ERROR http-nio-8080-exec-1: Failed to read file id=7600 user=sophie status=200
        2021/03/12 01:24:57 [error] 25776#25776: *688 Connection refused, client: 192.168.2.6, server: nytimes.com
        2020-08-21 15:56:32,442 WARN [main] new connection from
        Jul 28 01:26:36 localhost CRON[15980]: No such file or directory
        210.31.168.82 - - [09/Apr/2020:04:18:11 +0000] "GET /messages/709 HTTP/1.1" 304 20279 "-" "curl/7.88.1"
        2025-03-15T18:47:43.222Z warn NullPointerException at line 59.90.210.87 port 3005
        [2018-03-27 05:16:35] WARN: User logged in successfully (took 581 ms)
        DEBUG main: Unhandled exception id=8260 user=david status=304
        2018/09/23 17:01:12 [error] 17337#17337: *712 Connection closed by, client: 192.168.3.32, server: microsoft.\#
        com
        2024-11-20 18:21:40,789 WARN [auth.service] segfault at 0 ip
        Feb 22 02:00:20 localhost cron[12965]: Invalid credentials for user
        10.0.9.136 - - [01/Apr/2025:04:25:59 +0000] "GET /comments/71 HTTP/1.1" 304 33993 "-" "-"
        2023-10-01T08:31:59.705Z info Connection timed out 192.168.0.113 port 23225
        [2020-07-13 20:08:08] ERROR: upstream timed out (110: Connection timed out) while reading response header (t\#
        ook 32 ms)
        INFO app.http: Disk usage is at id=1323 user=tom status=200
        2019/03/21 16:51:45 [debug] 20672#20672: *86 Failed to read file, client: 192.168.3.55, server: twitch.tv
        2021-10-14 05:47:47,583 DEBUG [auth.service] Database connection established
        May 22 02:22:24 localhost apache2[440]: Connection closed by
        192.168.3.115 - - [05/Jul/2024:23:52:13 +0000] "GET /datas/488 HTTP/1.1" 302 47694 "-" "-"
        2018-09-24T21:39:32.215Z error Cache hit for key 10.0.3.5 port 47106
        [2025-12-21 07:56:00] INFO: pam_unix(sshd:session): (took 467 ms)
        WARN worker: Unable to connect to database id=2881 user=mary status=404
        2025/11/18 20:20:07 [debug] 11838#11838: *84 Internal Server Error, client: 192.168.9.68, server: netflix.co\#
        m
        2018-02-19 10:02:18,525 DEBUG [org.apache.Server] Failed to read file
        Jun 25 00:11:37 localhost kernel[4776]: Cache miss for key
        192.168.8.146 - - [10/Dec/2020:02:16:14 +0000] "GET /products/888 HTTP/1.1" 304 24264 "-" "-"
        2024-08-22T08:48:15.074Z warn upstream timed out (110: Connection timed out) while reading response header 1\#
        92.168.9.96 port 7856
        [2025-02-26 22:34:43] ERROR: Cache miss for key (took 755 ms)
        WARN org.apache.Server: Database connection established id=330 user=laura status=403
        2021/12/15 23:50:17 [warn] 28745#28745: *295 message repeated 2 times, client: 192.168.2.160, server: thegua\#
        rdian.com
        2020-10-05 22:48:24,123 INFO [org.apache.Server] Traceback (most recent call last):
        Feb 11 14:00:39 localhost dhclient[25681]: Retry attempt 1 of 3
        10.0.6.26 - - [04/Feb/2018:13:15:01 +0000] "GET /reports/173 HTTP/1.1" 304 19828 "-" "-"
        2019-10-25T11:31:39.086Z info Traceback (most recent call last): 78.56.252.214 port 44806
        [2024-06-23 11:13:02] DEBUG: Disk usage is at (took 862 ms)
        INFO scheduler: Failed password for root from id=7988 user=paul status=304
        2020/06/21 00:49:15 [info] 17208#17208: *349 Retry attempt 1 of 3, client: 10.0.2.86, server: cloudflare.com
        2019-08-15 05:00:38,487 WARN [worker] Listening on 0.0.0.0:443
        Aug 19 18:15:46 localhost systemd[29739]: client denied by server configuration
        192.168.5.210 - - [08/Jul/2022:11:07:46 +0000] "GET /profiles/555 HTTP/1.1" 500 24207 "-" "Mozilla/5.0 (Wind\#
        ows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36"
        2023-07-16T17:43:11.597Z info Job finished 192.168.9.205 port 15276
        [2018-08-23 12:47:48] INFO: client denied by server configuration (took 268 ms)
        INFO auth.service: User logged in successfully id=934 user=thomas status=500
        2023/07/20 18:19:21 [info] 25757#25757: *685 User logged in successfully, client: 10.0.0.20, server: npmjs.c\#
        om
        2019-10-14 12:05:31,861 DEBUG [http-nio-8080-exec-1] Request completed in
        Jan  3 22:06:09 localhost named[22609]: Disk usage is at
        192.168.4.20 - - [26/Apr/2023:09:37:47 +0000] "GET /groups/446 HTTP/1.1" 302 41679 "-" "-"
        2018-01-14T21:08:04.914Z debug Connection timed out 180.59.68.206 port 43178
        [2024-04-02 01:15:38] INFO: Server started on port 8080 (took 658 ms)
        ERROR main: Job finished id=4079 user=julia status=200
        2023/06/24 23:40:31 [warn] 6581#6581: *880 session opened for user root by (uid=0), client: 106.132.60.249, \#
        server: wordpress.com
        2025-07-05 13:22:58,374 INFO [scheduler] new connection from
        Nov 11 14:50:17 localhost dhclient[23120]: Timeout after 30000 ms
        150.217.176.43 - - [06/Jul/2018:00:26:16 +0000] "GET /values/512 HTTP/1.1" 403 39544 "-" "-"
        2023-04-10T14:09:29.320Z error Accepted publickey for admin from 192.168.8.159 port 55836
        [2018-05-09 14:41:45] WARN: Query took (took 304 ms)
        ERROR java.lang.NullPointerException: Successfully processed id=2102 user=jane status=302
        2019/04/15 07:40:03 [info] 2547#2547: *304 new connection from, client: 192.168.4.118, server: nodejs.org
        2019-05-17 23:02:00,575 INFO [auth.service] Traceback (most recent call last):
        Apr 22 23:07:19 localhost kernel[5411]: Retry attempt 1 of 3
        126.151.198.168 - - [01/Nov/2023:23:41:16 +0000] "GET /videos/152 HTTP/1.1" 403 35891 "-" "-"
        2022-11-22T22:10:40.683Z debug Timeout after 30000 ms 192.168.3.204 port 42777
        [2021-09-12 14:20:13] WARN: Cache miss for key (took 709 ms)
        ERROR app.http: client denied by server configuration id=4568 user=alice status=302
        2018/09/06 06:09:49 [debug] 14914#14914: *410 No such file or directory, client: 169.106.232.149, server: zo\#
        om.us
        2024-01-25 21:48:01,667 INFO [scheduler] Connection closed by
        Apr 20 20:35:15 localhost cron[21013]: User not found
        52.206.75.117 - - [21/Feb/2020:22:06:50 +0000] "GET /contents/245 HTTP/1.1" 200 42210 "-" "-"
        2020-04-08T12:50:08.419Z error message repeated 2 times 192.168.0.28 port 20555
        [2018-03-27 23:58:14] INFO: Failed to read file (took 742 ms)
        INFO worker: Disk usage is at id=8838 user=henry status=403
        2021/11/06 12:19:46 [info] 14431#14431: *36 Slow query detected, client: 192.168.1.122, server: youtube.com
        2021-09-23 00:40:33,017 INFO [app.database] Started Session of user
        Mar 16 12:43:23 localhost nginx[10155]: Listening on 0.0.0.0:443
        78.185.190.143 - - [16/Apr/2020:00:35:51 +0000] "GET /datas/141 HTTP/1.1" 403 29695 "-" "Mozilla/5.0 (compat\#
        ible; Googlebot/2.1; +http://www.google.com/bot.html)"
        2019-04-21T21:11:40.569Z info Cache miss for key 192.168.0.75 port 49379
        [2025-01-07 06:27:49] INFO: Started Session of user (took 171 ms)
        WARN scheduler: Server started on port 8080 id=4823 user=david status=403
        2023/12/20 14:54:57 [debug] 10018#10018: *642 Starting Daily apt upgrade and clean activities..., client: 20\#
        1.37.63.153, server: kernel.org
        2024-10-15 09:23:02,867 INFO [org.apache.Server] Query took
        Aug 13 08:55:54 localhost nginx[4167]: Traceback (most recent call last):
        196.210.145.155 - - [08/Nov/2020:18:50:53 +0000] "GET /users/598 HTTP/1.1" 302 6642 "-" "-"
        2024-01-21T10:29:10.212Z debug Processing job 192.168.4.40 port 22520
        [2020-09-02 23:06:28] WARN: Failed password for root from (took 670 ms)
        WARN java.lang.NullPointerException: Request completed in id=2070 user=emma status=302
        2024/12/22 04:20:35 [info] 15591#15591: *333 Retrying in 5 seconds, client: 10.0.7.120, server: ibm.com
        2020-08-07 11:25:30,460 WARN [app.database] Invalid credentials for user
        Dec 21 19:34:55 localhost nginx[19528]: Retry attempt 1 of 3
        192.168.8.126 - - [07/Jun/2021:01:09:20 +0000] "GET /products/769 HTTP/1.1" 302 18252 "-" "-"
        2022-07-28T02:35:49.165Z info Failed password for root from 192.168.8.67 port 47029
        [2025-02-19 20:56:42] INFO: Retrying in 5 seconds (took 432 ms)
        INFO auth.service: User not found id=9845 user=paul status=200
        2018/01/12 05:32:10 [debug] 13852#13852: *352 Unable to connect to database, client: 10.0.1.20, server: drop\#
        box.com
        2018-09-19 17:36:10,540 WARN [com.example.Main] Received signal 15

        """#
}
