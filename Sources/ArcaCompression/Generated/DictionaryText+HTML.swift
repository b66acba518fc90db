// Made by scripts/short-strings/build.py; SHA-256 of the text:
// c4dac2accb499309178e35f6a4008fa502449182ba4f9f82fefa4039119e4f58

extension DictionaryText {
    static let html = #"""
        <a id="main"></a>
        <abbr href="#"></abbr>
        <address href="/"></address>
        <article src="/images/logo.png"></article>
        <aside alt=""></aside>
        <audio title=""></audio>
        <b style="display:none"></b>
        <blockquote type="text"></blockquote>
        <body type="submit"></body>
        <br name="email"></br>
        <button value=""></button>
        <canvas placeholder="Search"></canvas>
        <caption width="100%"></caption>
        <code height="100"></code>
        <col target="_blank"></col>
        <dd rel="stylesheet"></dd>
        <details charset="utf-8"></details>
        <div lang="en"></div>
        <dl onclick="return></dl>
        <dt false;"></dt>
        <em method="post"></em>
        <embed action="/search"></embed>
        <fieldset for="name"></fieldset>
        <figcaption role="button"></figcaption>
        <figure aria-label="Close"></figure>
        <footer data-id="1"></footer>
        <form data-toggle="dropdown"></form>
        <h1 colspan="2"></h1>
        <h2 required></h2>
        <h3 disabled></h3>
        <h4 checked></h4>
        <h5 selected></h5>
        <h6 async></h6>
        <head defer></head>
        <header id="main"></header>
        <hr href="#"></hr>
        <i href="/"></i>
        <iframe src="/images/logo.png"></iframe>
        <img alt=""></img>
        <input title=""></input>
        <kbd style="display:none"></kbd>
        <label type="text"></label>
        <legend type="submit"></legend>
        <li name="email"></li>
        <link value=""></link>
        <main placeholder="Search"></main>
        <mark width="100%"></mark>
        <meta height="100"></meta>
        <nav target="_blank"></nav>
        <noscript rel="stylesheet"></noscript>
        <object charset="utf-8"></object>
        <ol lang="en"></ol>
        <optgroup onclick="return></optgroup>
        <option false;"></option>
        <p method="post"></p>
        <param action="/search"></param>
        <picture for="name"></picture>
        <pre role="button"></pre>
        <progress aria-label="Close"></progress>
        <q data-id="1"></q>
        <s data-toggle="dropdown"></s>
        <samp colspan="2"></samp>
        <script required></script>
        <section disabled></section>
        <select checked></select>
        <small selected></small>
        <source async></source>
        <span defer></span>
        <strong id="main"></strong>
        <style href="#"></style>
        <sub href="/"></sub>
        <summary src="/images/logo.png"></summary>
        <sup alt=""></sup>
        <svg title=""></svg>
        <table style="display:none"></table>
        <tbody type="text"></tbody>
        <td type="submit"></td>
        <template name="email"></template>
        <textarea value=""></textarea>
        <tfoot placeholder="Search"></tfoot>
        <th width="100%"></th>
        <thead height="100"></thead>
        <time target="_blank"></time>
        <title rel="stylesheet"></title>
        <tr charset="utf-8"></tr>
        <u lang="en"></u>
        <ul onclick="return></ul>
        <var false;"></var>
        <video method="post"></video>
        <label class="menu wrapper">Each line of the input contains a single</label>
        <a href="https://www.adobe.com/" target="_blank">Before you start, make</a>
        <li><a href="/name/185" class="top nav-item">Everything that can</a></li>
        <p>It does not matter</p>
        <img src="/images/content.jpg" alt="Marriage, property, nationality, religion, language, race," width="358" \#
        height="287">
        <div id="event-11" class="active card content"><span>Education, health, work,</span></div>
        <tr><td>15</td><td class="col-md-6">We are looking for someone who</td></tr>
        <input type="hidden" name="item" id="article" value="5">
        <h1>Sometimes the best thing to do</h2>&nbsp;&amp; &lt;b&gt; &copy; 2019<br />
        <section class="d-flex nav-item">By the time we arrived, the train</section>
        <a href="https://www.bing.com/" target="_blank">You should have received an email with</a>
        <li><a href="/event/394" class="navbar mt-3 card-body">The president said that</a></li>
        <p>We know that these changes will not be</p>
        <img src="/images/message.jpg" alt="The higher" width="545" height="133">
        <div id="type-5" class="d-flex"><span>Climate change, global warming, renewable</span></div>
        <tr><td>399</td><td class="left inner">This is not the</td></tr>
        <input type="text" name="event" id="account" value="5">
        <h3>When she was a child,</h3>&nbsp;&amp; &lt;b&gt; &copy; 2021<br />
        <div class="top nav">The sun</div>
        <a href="https://www.slack.com/" target="_blank">During the war the family moved from one</a>
        <li><a href="/video/427" class="nav-link text">Who was that? Why did he leave?</a></li>
        <p>For example, the</p>
        <img src="/images/status.jpg" alt="The cat sat by the window and watched" width="96" height="92">
        <div id="title-3" class="logo col-md-6"><span>To be honest,</span></div>
        <tr><td>495</td><td class="container">He had been waiting for this</td></tr>
        <input type="submit" name="product" id="value" value="6">
        <h3>The answer to this question</h2>&nbsp;&amp; &lt;b&gt; &copy; 2018<br />
        <strong class="table-striped">As soon as the children had gone to</strong>
        <a href="https://www.bing.com/" target="_blank">Her voice was low</a>
        <li><a href="/item/103" class="input-group p-2 sidebar">By default, the output</a></li>
        <p>Some say that the world</p>
        <img src="/images/order.jpg" alt="In general, it is a good idea" width="88" height="469">
        <div id="event-7" class="container icon"><span>Workers have a right to</span></div>
        <tr><td>74</td><td class="table clearfix">Climate change, global warming, renewable energy,</td></tr>
        <input type="text" name="name" id="type" value="6">
        <h3>The museum is open</h1>&nbsp;&amp; &lt;b&gt; &copy; 2018<br />
        <button class="btn-secondary d-flex">The cat sat</button>
        <a href="https://www.sourceforge.net/" target="_blank">It was the strangest thing that she</a>
        <li><a href="/video/79" class="list-group-item d-flex">All rights</a></li>
        <p>Our customers can return any product</p>
        <img src="/images/group.jpg" alt="Researchers at" width="126" height="370">
        <div id="name-27" class="p-2"><span>The quick brown</span></div>
        <tr><td>87</td><td class="d-flex menu">On the other hand, a larger screen needs</td></tr>
        <input type="submit" name="category" id="product" value="3">
        <h1>"Where have you been?" asked the queen. "We</h3>&nbsp;&amp; &lt;b&gt; &copy; 2023<br />
        <span class="table table-striped input-group">Sometimes the best thing to do is nothing</span>
        <a href="https://www.booking.com/" target="_blank">Network interfaces, virtual machines, storage volumes</a>
        <li><a href="/order/315" class="nav-link nav">Use the configuration file</a></li>
        <p>Would you mind</p>
        <img src="/images/video.jpg" alt="The weather should be better tomorrow, with some" width="607" height="221"\#
        >
        <div id="video-29" class="disabled"><span>Congratulations on your new job! When do</span></div>
        <tr><td>495</td><td class="text-center col-md-6">Marriage, property, nationality, religion, language, race, \#
        colour,</td></tr>
        <input type="text" name="user" id="service" value="0">
        <h3>Most of the students said</h4>&nbsp;&amp; &lt;b&gt; &copy; 2016<br />
        <div class="form-control text">The ship was built</div>
        <a href="https://www.spotify.com/" target="_blank">We have to be careful,</a>
        <li><a href="/product/446" class="col-sm-12 table">The cat</a></li>
        <p>Messages are</p>
        <img src="/images/status.jpg" alt="She opened the door, looked into" width="29" height="140">
        <div id="profile-21" class="btn-primary"><span>A friend</span></div>
        <tr><td>390</td><td class="d-flex nav-link sidebar">Take the second street on the left, go</td></tr>
        <input type="text" name="user" id="status" value="5">
        <h1>Sometimes the best thing to do is</h1>&nbsp;&amp; &lt;b&gt; &copy; 2017<br />
        <div class="card-body footer">For more information, see the documentation</div>
        <a href="https://www.debian.org/" target="_blank">Prices rose sharply in the</a>
        <li><a href="/name/303" class="bottom card-body">The first thing</a></li>
        <p>Is there</p>
        <img src="/images/message.jpg" alt="She's not here at" width="28" height="28">
        <div id="item-22" class="btn-primary bottom col-md-6"><span>However, it should be noted that these</span></d\#
        iv>
        <tr><td>197</td><td class="text">You should have</td></tr>
        <input type="email" name="value" id="category" value="3">
        <h2>The default is to wait until</h4>&nbsp;&amp; &lt;b&gt; &copy; 2022<br />
        <a class="clearfix disabled">Human beings</a>
        <a href="https://www.apache.org/" target="_blank">OK, see you</a>
        <li><a href="/status/212" class="active card-title">"Where have you been?" asked the queen. "We</a></li>
        <p>In this paper, we present a</p>
        <img src="/images/product.jpg" alt="His father had" width="438" height="478">
        <div id="type-27" class="input-group card"><span>I think we should</span></div>
        <tr><td>418</td><td class="card-body active col-md-6">Minister of foreign affairs, prime minister, member of\#
        </td></tr>
        <input type="submit" name="content" id="image" value="4">
        <h3>The police</h2>&nbsp;&amp; &lt;b&gt; &copy; 2016<br />
        <div class="main navbar">Who was</div>
        <a href="https://www.nodejs.org/" target="_blank">Many people believe</a>
        <li><a href="/title/363" class="main">The new version fixes several bugs</a></li>
        <p>So she went on, talking to herself as</p>
        <img src="/images/event.jpg" alt="If you" width="385" height="235">
        <div id="product-28" class="logo card"><span>Marriage, property, nationality, religion,</span></div>
        <tr><td>392</td><td class="text mt-3 menu">Use the configuration file to</td></tr>
        <input type="text" name="content" id="order" value="2">
        <h4>Nevertheless, the development</h3>&nbsp;&amp; &lt;b&gt; &copy; 2022<br />
        <span class="bottom btn-secondary title">Prices rose sharply in the</span>
        <a href="https://www.slack.com/" target="_blank">Please let me know</a>
        <li><a href="/user/10" class="mb-4 img-fluid">Minister of foreign affairs, prime minister, member</a></li>
        <p>Security is not a product but a</p>
        <img src="/images/content.jpg" alt="An attribute can be added to," width="551" height="498">
        <div id="article-25" class="text-center"><span>He had been waiting for this moment for</span></div>
        <tr><td>283</td><td class="form-group sidebar nav-link">Although the first results look good,</td></tr>
        <input type="hidden" name="value" id="type" value="4">
        <h4>Please let me know if you have</h1>&nbsp;&amp; &lt;b&gt; &copy; 2022<br />
        <p class="card-body">The court decided that the company must</p>
        <a href="https://www.swift.org/" target="_blank">By default,</a>
        <li><a href="/article/137" class="disabled sidebar">OK, see you</a></li>
        <p>It is</p>
        <img src="/images/value.jpg" alt="Please let me know if" width="336" height="143">
        <div id="article-20" class="img-fluid p-2 table-striped"><span>Messages are</span></div>
        <tr><td>375</td><td class="hidden form-control nav">Thank you very much for your</td></tr>
        <input type="submit" name="article" id="image" value="9">
        <h3>All rights are reserved. No part of</h1>&nbsp;&amp; &lt;b&gt; &copy; 2016<br />
        <td class="main sidebar right">Who was that? Why did he leave? Where</td>
        <a href="https://www.bitbucket.org/" target="_blank">By default, the output is written</a>
        <li><a href="/image/225" class="clearfix p-2 text-center">We have to be careful, because</a></li>
        <p>She has two daughters and</p>
        <img src="/images/title.jpg" alt="What do you think" width="167" height="556">
        <div id="title-10" class="icon main bottom"><span>This command displays information about the</span></div>
        <tr><td>321</td><td class="menu">Climate change, global warming, renewable</td></tr>
        <input type="hidden" name="status" id="service" value="1">
        <h3>Such questions have been discussed for centuries, and</h3>&nbsp;&amp; &lt;b&gt; &copy; 2020<br />
        <a class="form-control nav-item">Researchers at the university</a>
        <a href="https://www.ibm.com/" target="_blank">The ship was built in 1912, sank on</a>
        <li><a href="/message/542" class="text-center bottom content">The old man looked at the sea</a></li>
        <p>The algorithm</p>
        <img src="/images/content.jpg" alt=""Where have you been?" asked the queen. "We" width="524" height="382">
        <div id="message-23" class="disabled disabled"><span>Existing code</span></div>
        <tr><td>434</td><td class="list-group-item col-md-6 form-group">The meeting has been moved to</td></tr>
        <input type="hidden" name="message" id="status" value="5">
        <h2>Just because something is old does not</h1>&nbsp;&amp; &lt;b&gt; &copy; 2023<br />
        <button class="mb-4 bottom table">Before you start, make sure that the</button>
        <a href="https://www.ibm.com/" target="_blank">A string</a>
        <li><a href="/profile/298" class="input-group">During the war the family moved</a></li>
        <p>He had been</p>
        <img src="/images/data.jpg" alt="I've been" width="330" height="346">
        <div id="video-13" class="icon card-title"><span>He thought about it for</span></div>
        <tr><td>400</td><td class="text-center">The museum is open from nine in the</td></tr>
        <input type="email" name="service" id="category" value="6">
        <h3>Our customers can return</h4>&nbsp;&amp; &lt;b&gt; &copy; 2022<br />
        <div class="icon card-body nav-item">We have to be careful, because the ice</div>
        <a href="https://www.gnu.org/" target="_blank">He did not know</a>
        <li><a href="/profile/387" class="mb-4 clearfix">The function returns true if</a></li>
        <p>You will need a bowl, two</p>
        <img src="/images/product.jpg" alt="Access to the database is restricted to users" width="538" height="85">
        <div id="profile-22" class="table clearfix container"><span>There are many different ways to solve this</spa\#
        n></div>
        <tr><td>191</td><td class="row">It is difficult to say exactly when the</td></tr>
        <input type="checkbox" name="message" id="service" value="4">
        <h1>Many people believe that money makes</h1>&nbsp;&amp; &lt;b&gt; &copy; 2016<br />
        <strong class="btn p-2 content">Keep your hands clean,</strong>
        <a href="https://www.netflix.com/" target="_blank">Your order has</a>
        <li><a href="/comment/511" class="header nav">Many people believe that money makes</a></li>
        <p>On the other hand,</p>
        <img src="/images/account.jpg" alt="The server listens for" width="523" height="385">
        <div id="title-7" class="mt-3 bottom navbar"><span>The law protects the freedom of the</span></div>
        <tr><td>307</td><td class="container input-group">The algorithm</td></tr>
        <input type="submit" name="article" id="group" value="7">
        <h4>The museum is</h1>&nbsp;&amp; &lt;b&gt; &copy; 2021<br />
        <button class="clearfix text-center">Everything that can go wrong will</button>
        <a href="https://www.github.com/" target="_blank">The best way to find out whether</a>
        <li><a href="/message/73" class="menu nav-item row">I would be grateful if you could tell</a></li>
        <p>Without a key the message looks like noise,</p>
        <img src="/images/data.jpg" alt="This command displays" width="354" height="312">
        <div id="content-18" class="nav-item btn-primary row"><span>The team played very well in the</span></div>
        <tr><td>360</td><td class="row">We would like</td></tr>
        <input type="submit" name="message" id="item" value="1">
        <h2>She has two daughters and a son, and</h4>&nbsp;&amp; &lt;b&gt; &copy; 2024<br />
        <button class="btn">There are many different ways to</button>
        <a href="https://www.archive.org/" target="_blank">Without a key the message</a>
        <li><a href="/name/571" class="right">Just because something is</a></li>
        <p>The ship was built in 1912,</p>
        <img src="/images/project.jpg" alt="I am" width="390" height="386">
        <div id="group-15" class="nav"><span>The team played very well</span></div>
        <tr><td>67</td><td class="main content">Note that this option is only available to</td></tr>
        <input type="email" name="title" id="type" value="3">
        <h3>It was the</h4>&nbsp;&amp; &lt;b&gt; &copy; 2017<br />
        <label class="table">What happened next</label>
        <a href="https://www.bloomberg.com/" target="_blank">A friend of mine bought</a>
        <li><a href="/order/475" class="nav-item">We would like to invite you to</a></li>
        <p>The meeting has been moved to Thursday</p>
        <img src="/images/project.jpg" alt=""Where have you been?" asked the queen. "We" width="740" height="153">
        <div id="article-4" class="btn-primary"><span>Chapter 1. In which we meet the hero,</span></div>
        <tr><td>431</td><td class="main left">Let us</td></tr>
        <input type="checkbox" name="message" id="value" value="1">
        <h3>At last</h4>&nbsp;&amp; &lt;b&gt; &copy; 2016<br />
        <span class="logo text card-body">All rights are reserved. No part</span>
        <a href="https://www.imdb.com/" target="_blank">We are looking for</a>
        <li><a href="/video/127" class="mb-4 top row">Climate change, global</a></li>
        <p>The law protects the freedom of the press,</p>
        <img src="/images/status.jpg" alt="Access to the database is" width="112" height="578">
        <div id="service-29" class="table nav-link container"><span>According to</span></div>
        <tr><td>104</td><td class="clearfix title">If the specified</td></tr>
        <input type="hidden" name="status" id="value" value="3">
        <h1>The cat sat by the window</h3>&nbsp;&amp; &lt;b&gt; &copy; 2024<br />
        <p class="title active btn-secondary">She opened the door, looked</p>
        <a href="https://www.theguardian.com/" target="_blank">I could</a>
        <li><a href="/profile/46" class="nav-link mb-4 d-flex">Members of the</a></li>
        <p>On the other hand, a larger</p>
        <img src="/images/event.jpg" alt="Between the trees we could see" width="777" height="42">
        <div id="report-27" class="content title"><span>She opened the door, looked into</span></div>
        <tr><td>170</td><td class="footer inner btn-secondary">The purpose of education is to help</td></tr>
        <input type="checkbox" name="event" id="product" value="0">
        <h2>Access to the database is restricted to users</h2>&nbsp;&amp; &lt;b&gt; &copy; 2022<br />
        <div class="logo logo right">I have never</div>
        <a href="https://www.medium.com/" target="_blank">Hey, are you free tonight? We're going</a>
        <li><a href="/content/138" class="title card nav-item">Without a key the message looks like</a></li>
        <p>The function returns true</p>
        <img src="/images/type.jpg" alt="To be" width="600" height="216">
        <div id="comment-12" class="text input-group text-center"><span>Keep your hands clean,</span></div>
        <tr><td>157</td><td class="card">Chapter 1. In which we</td></tr>
        <input type="text" name="status" id="service" value="2">
        <h1>So she went on, talking to herself as</h2>&nbsp;&amp; &lt;b&gt; &copy; 2015<br />
        <label class="form-group mb-4 mb-4">To be</label>
        <a href="https://www.bbc.co.uk/" target="_blank">Human beings are social animals; without the protection</a>
        <li><a href="/data/866" class="footer btn">The number of people</a></li>
        <p>Happy birthday! I hope that all your wishes</p>
        <img src="/images/account.jpg" alt="Who was that? Why did" width="85" height="49">
        <div id="report-8" class="sidebar table-striped list-group-item"><span>Down the</span></div>
        <tr><td>123</td><td class="sidebar">You should have received an email with</td></tr>
        <input type="text" name="content" id="event" value="2">
        <h4>Security is not a product</h2>&nbsp;&amp; &lt;b&gt; &copy; 2015<br />
        <strong class="img-fluid">Security is not a product but</strong>
        <a href="https://www.paypal.com/" target="_blank">"Where have you been?"</a>
        <li><a href="/value/494" class="form-control">The file could not be opened</a></li>
        <p>When the connection is lost, the</p>
        <img src="/images/title.jpg" alt="There are many different ways" width="391" height="144">
        <div id="name-29" class="input-group form-group form-control"><span>I would be grateful if you could tell</s\#
        pan></div>
        <tr><td>125</td><td class="nav-link text-center">"Where have you been?" asked the queen.</td></tr>
        <input type="email" name="order" id="video" value="1">
        <h2>The best way to find out</h1>&nbsp;&amp; &lt;b&gt; &copy; 2023<br />
        <div class="form-control">Climate change, global</div>
        <a href="https://www.netflix.com/" target="_blank">This is not the first time that something</a>
        <li><a href="/product/504" class="input-group nav form-group">This is not the</a></li>
        <p>In general, it is a good idea to</p>
        <img src="/images/title.jpg" alt="OK, see you there!" width="618" height="404">
        <div id="article-0" class="visible menu col-sm-12"><span>Returns a</span></div>
        <tr><td>132</td><td class="input-group">Is there a way to do</td></tr>
        <input type="hidden" name="item" id="event" value="9">
        <h1>We know</h3>&nbsp;&amp; &lt;b&gt; &copy; 2020<br />
        <section class="row left">The law protects the freedom of the</section>
        <a href="https://www.wordpress.com/" target="_blank">If you want to</a>
        <li><a href="/item/812" class="visible">Good morning! Did you sleep well? The</a></li>
        <p>I think we should</p>
        <img src="/images/comment.jpg" alt="The higher you climb, the colder it" width="535" height="114">
        <div id="data-6" class="row col-md-6 active"><span>The argument must</span></div>
        <tr><td>26</td><td class="active btn-primary">Climate change,</td></tr>
        <input type="hidden" name="profile" id="group" value="6">
        <h2>The weather should</h4>&nbsp;&amp; &lt;b&gt; &copy; 2022<br />
        <h2 class="logo">Messages are encrypted before transmission, so that an</h2>
        <a href="https://www.ubuntu.com/" target="_blank">Take the second street on the left,</a>
        <li><a href="/project/102" class="input-group">Education, health, work, housing and food: these are</a></li>
        <p>Many people believe that money</p>
        <img src="/images/message.jpg" alt="The ship was built" width="231" height="303">
        <div id="video-14" class="table-striped"><span>Such questions have been discussed for centuries, and</span><\#
        /div>
        <tr><td>376</td><td class="form-group">At last he came</td></tr>
        <input type="text" name="message" id="product" value="1">
        <h1>Everyone has the right to</h2>&nbsp;&amp; &lt;b&gt; &copy; 2024<br />
        <strong class="table navbar">The function returns true if the value was</strong>
        <a href="https://www.archive.org/" target="_blank">The argument must be a</a>
        <li><a href="/product/768" class="header list-group-item">Compile the source with optimization</a></li>
        <p>I am sorry for the</p>
        <img src="/images/message.jpg" alt="Each line of" width="277" height="543">
        <div id="value-20" class="left text"><span>By default, the output is</span></div>
        <tr><td>465</td><td class="mt-3 col-sm-12 content">She's not here at the moment; she'll be</td></tr>
        <input type="email" name="product" id="account" value="6">
        <h1>Who was that? Why did he leave? Where</h3>&nbsp;&amp; &lt;b&gt; &copy; 2020<br />
        <strong class="row nav-item nav-link">The file could not be</strong>
        <a href="https://www.rust-lang.org/" target="_blank">Returns a list of objects,</a>
        <li><a href="/event/631" class="left content btn-secondary">We have to be</a></li>
        <p>They have been working on</p>
        <img src="/images/product.jpg" alt="The players were tired and" width="691" height="183">
        <div id="report-25" class="menu"><span>In general, it</span></div>
        <tr><td>53</td><td class="img-fluid form-control">Please let me know if you</td></tr>
        <input type="checkbox" name="event" id="type" value="1">
        <h3>Security is not a product but a process,</h2>&nbsp;&amp; &lt;b&gt; &copy; 2017<br />
        <a class="col-sm-12 form-group mt-3">She's not here at</a>
        <a href="https://www.bbc.co.uk/" target="_blank">The value is converted to an</a>
        <li><a href="/report/700" class="hidden icon hidden">Happy birthday! I hope</a></li>
        <p>"Where have you</p>
        <img src="/images/group.jpg" alt="I am sorry for the" width="395" height="315">
        <div id="account-3" class="container title card"><span>However, it should be noted</span></div>
        <tr><td>499</td><td class="active card">Minister of foreign affairs, prime minister, member</td></tr>
        <input type="submit" name="event" id="title" value="1">
        <h2>For example, the price of bread</h2>&nbsp;&amp; &lt;b&gt; &copy; 2024<br />
        <span class="active top">Network interfaces, virtual machines, storage volumes and</span>
        <a href="https://www.instagram.com/" target="_blank">Our customers can return any product</a>
        <li><a href="/content/106" class="inner">Sometimes the best thing to</a></li>
        <p>Memory is</p>
        <img src="/images/profile.jpg" alt="Returns a" width="181" height="497">
        <div id="account-15" class="right visible d-flex"><span>In general, it is a good idea</span></div>
        <tr><td>22</td><td class="table-striped">Minister of foreign affairs, prime</td></tr>
        <input type="checkbox" name="video" id="article" value="9">
        <h2>We would like to invite you to</h1>&nbsp;&amp; &lt;b&gt; &copy; 2016<br />
        <section class="icon mb-4">The answer to this</section>
        <a href="https://www.bloomberg.com/" target="_blank">It was raining when we left the house,</a>
        <li><a href="/message/138" class="title form-group">The function returns true if the value was</a></li>
        <p>The book tells the story of a young</p>
        <img src="/images/type.jpg" alt="We are looking" width="464" height="146">
        <div id="profile-2" class="text-center"><span>A friend</span></div>
        <tr><td>462</td><td class="navbar mt-3">During the war the family moved from</td></tr>
        <input type="submit" name="profile" id="type" value="7">
        <h1>The cat sat by the</h3>&nbsp;&amp; &lt;b&gt; &copy; 2024<br />
        <label class="title btn-primary">Use the configuration file to override</label>
        <a href="https://www.dropbox.com/" target="_blank">He was one of those people</a>
        <li><a href="/user/316" class="form-control main disabled">The team played very well in</a></li>
        <!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <link rel="stylesheet" href="/css/style.css"><script src="/js/main.js"></script></head><body>
        </div></div></div></body></html>
        </li></ul></nav>
        </td></tr></tbody></table>
        <ul><li></li></ul>
        <!-- end -->

        """#
}
