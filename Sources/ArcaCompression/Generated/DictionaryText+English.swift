// Made by scripts/short-strings/build.py; SHA-256 of the text:
// f9d7a2dcbe5963a0c874d53978eed63ef2c6833ec0b73e58b56d7f42e95e2a32

extension DictionaryText {
    static let english = #"""
        the of and to in a is that for it as was with be by on not he his but at are this have from or had an which \#
        you one we all her would there their will when who him been has more if no out do so can what up said about \#
        other into than its time only could new them man some these then two first may any like now my such make ove\#
        r our even most me state after also made many did must before back see through way where get much go well yo\#
        ur know should down work year because come people just say each those take day good how long little own use \#
        men very great still being old another same between life both under last never place again found high here p\#
        art against right off without few might while house world went came head hand water three until small school\#
         end point always does home often large however every though why group country side better used line name gi\#
        ven again different number order system program information problem company general important public followi\#
        ng government city history power family question business service example possible national whether enough d\#
        evelopment several money change social least interest room office market party study kind white present chur\#
        ch action second half body force eyes door believe community health university education result society rese\#
        arch local private human idea member art class certain itself level court music turned reason feel close ear\#
        ly free open early morning father mother child children woman women student book word story death mind war w\#
        hite black young face night week month today later usually almost since rather best across full hope light a\#
        ble sure nothing nearly need want help show call move live play run seem feel try ask tell become leave put \#
        mean keep let begin start talk turn hear follow stop create speak read allow add spend grow walk win offer r\#
        emember love consider appear buy wait serve die send expect build stay fall cut reach kill remain suggest ra\#
        ise pass sell require report decide pull develop learn understand watch provide include continue set lead br\#
        ing happen write hold stand lose pay meet according already although among amount animal answer area arm att\#
        ack attention available average bank base bed behind beyond big board boat born box break bright brother bro\#
        ught brown building business car care carry case cause center central century chance character charge cheap \#
        check choice clear clothes cold color common complete computer condition control corner correct cost couple \#
        course cross cry current customer dark data daughter deal dear decision deep degree design detail device dif\#
        ference difficult dinner direct direction director discover disease doctor document dog dream dress drink dr\#
        ive drop dry during earth east easy eat economic economy edge effect effort eight either election email empl\#
        oyee energy engine English enjoy entire environment equal error especially establish evening event everyone \#
        everything evidence exactly experience explain express extra fact fail fair famous far farm fast fear field \#
        fight figure file fill film final finally find fine finger finish fire fish fit five fix floor fly food foot\#
         foreign forest forget form former forward four friend front fruit future game garden gas girl glass goal go\#
        ld government green ground growth guess gun guy hair happy hard heart heat heavy hear hear hear hide hill hi\#
        story hit hole holiday horse hospital hot hotel hour hundred husband ice image imagine immediately increase \#
        indeed industry influence inside instead international internet interview introduce issue item job join jour\#
        ney judge jump key kitchen knowledge lady land language late laugh law lay lead legal less letter lie limit \#
        list listen loss lot low lunch machine main major manage management manager map mark marriage material matte\#
        r maybe measure media medical memory message method middle mile military milk million minute miss mistake mo\#
        del modern moment mouth movement movie museum myself narrow natural nature near necessary neck neither netwo\#
        rk news newspaper nice nine none nor normal north nose note notice object occur official oil onto operation \#
        opinion opportunity opposite option original outside page pain paint pair paper parent park particular parti\#
        cularly past path patient pattern peace per perfect performance perhaps period person phone photo phrase pic\#
        k picture piece plan plane plant plate player please pocket policy political poor popular population positio\#
        n positive practice prepare president press pressure pretty prevent previous price print prison probably pro\#
        cess produce product production professional project promise property protect prove purpose push quality qua\#
        rter quick quickly quiet quite race radio rain range rate reaction ready real realize really receive recent \#
        recently recognize record red reduce region relate relationship religious rest restaurant return rich ride r\#
        ing rise risk river road rock role round rule safe sale salt save scale scene science scientist sea search s\#
        eason seat secret section security seek sense separate series serious seven sex shape share she shell shine \#
        ship shirt shoe shop short shot shoulder shout sick sight sign signal silver similar simple simply sing sing\#
        le sister sit site situation six size skill skin sleep slow slowly smile snow software soft soldier solution\#
         son song soon sort sound source south space special speech speed spirit spoke sport spring staff stage star\#
         statement station step stock stone store straight strange street strong structure style subject success suc\#
        cessful suddenly suffer sugar summer sun supply support surface surprise sweet swim table tax teach teacher \#
        team technology television ten term test text thank themselves theory thick thin thing think third thousand \#
        threat throw thus ticket tiny tired together tomorrow tonight too tool top total touch toward town trade tra\#
        ffic train training travel treat treatment tree trial trip trouble true trust truth twenty type uncle unders\#
        tanding unit until user usual value variety various version victim view village violence visit voice vote wa\#
        ll warm wash waste wave weapon wear weather website weight west wheel whole whom whose wide wife wild wind w\#
        indow winter wish within wonder wood worker worry worse worst worth wrong yard yellow yes yesterday yet your\#
        self tion ment ness ing ed ly able ible ance ence ical ious ship less ful ism ist ity ize ation ations ments\#
         ings ities ally ively ably iest 
        The meeting has been moved to Thursday afternoon because two of the people who wanted to be there are still \#
        travelling.
        Could you please send me the report before the end of the week? I would like to read it on the train.
        Thank you very much for your help with this. I really appreciate how quickly you answered my question.
        I am sorry for the late reply, but I was out of the office for most of last week.
        We are looking for someone who has worked with large groups of people and who knows how to write well.
        Please let me know if you have any questions or if there is anything else that I can do for you.
        It was raining when we left the house, so we took an umbrella and walked slowly along the river.
        The old man looked at the sea for a long time and said nothing, and then he turned around and went home.
        There are many different ways to solve this problem, but only a few of them work well in practice.
        When she was a child, her mother used to tell her stories about the mountains and the people who lived there\#
        .
        The government announced on Monday that it would spend more money on schools, hospitals and public transport\#
        .
        According to the company, sales increased by about ten percent during the first three months of the year.
        He did not know what to say, and for a moment everyone in the room was quiet.
        You can change your password at any time in the settings of your account.
        This is not the first time that something like this has happened, and it will certainly not be the last.
        If you want to learn a new language, the best thing you can do is to speak it every day.
        The weather should be better tomorrow, with some sun in the morning and a little rain in the evening.
        Most of the students said that they would rather work alone than in a small group.
        Before you start, make sure that the power is turned off and that nobody else is using the machine.
        The book tells the story of a young woman who leaves her village and moves to the city to find her brother.
        I think we should wait until we have more information before we make a decision about the house.
        What do you think about the new plan? Is it better than the one that we had last year?
        She opened the door, looked into the street and saw that the snow had already begun to melt.
        Our customers can return any product within thirty days if they are not completely happy with it.
        The first thing that I noticed was the light: it came through the window and fell on the table.
        They have been working on this project since January, and they hope that it will be finished by summer.
        In general, it is a good idea to keep a copy of all important documents in another place.
        The number of people who use the service every month has grown from five thousand to almost two million.
        My brother and I grew up in a small town near the coast, where our parents had a little shop.
        Everything that can go wrong will go wrong, and usually at the worst possible moment.
        We would like to invite you to our annual conference, which will take place in Berlin this October.
        He was one of those people who are always busy but never seem to get anything done.
        The bank is closed on Sundays, but you can use the machine outside to get some money.
        Scientists have found that sleeping less than six hours a night can have a strong effect on memory.
        There was nothing left to do but wait for the next bus, which was late, as always.
        I have never been to Japan, but I have always wanted to go there in the spring.
        The team played very well in the second half and won the game by two goals to one.
        Although the first results look good, we still need more tests to be sure that the method is safe.
        How much does it cost, and how long does it take to get there from the airport?
        It is difficult to say exactly when the change began, because nobody kept a record of it.
        The kitchen was small but bright, and there was always something good to eat on the stove.
        You should have received an email with a link. If you have not, please look in your spam folder.
        As soon as the children had gone to bed, we sat down in front of the fire and talked until midnight.
        For example, the price of bread has doubled within the last ten years, while wages have hardly changed.
        On the other hand, a larger screen needs more power, which means that the battery does not last as long.
        The police are asking anyone who saw the accident to call them or to come to the station.
        I could not believe my eyes when I saw how much the place had changed since my last visit.
        The answer to this question depends on what you mean by the word freedom.
        Just because something is old does not mean that it is good, and the same is true of new things.
        At the end of the day, it is the quality of the work that counts, not the number of hours.
        She has two daughters and a son, and all three of them are doctors like their father.
        Nobody is perfect, but that should not keep us from trying to become a little better every day.
        The road between the two cities is being repaired, so expect delays in both directions.
        Is there a way to do this without having to write the whole program again from the beginning?
        It turned out that the key had been in his pocket all the time.
        The museum is open from nine in the morning until five in the afternoon, except on public holidays.
        You will need a bowl, two eggs, some flour, a cup of milk, a little salt and a spoon of sugar.
        During the war the family moved from one country to another and finally settled in the north of England.
        The doctor told him to drink more water, to eat less meat and to go for a walk every day.
        Happy birthday! I hope that all your wishes come true and that we see each other again soon.
        Let us meet at the station at half past eight, and then we can decide where to have dinner.
        There has been an error while loading the page. Please check your connection and try again later.
        Your order has been shipped and should arrive within three to five working days.
        The water in the lake is so clear that you can see the stones at the bottom.
        Good morning! Did you sleep well? The coffee is ready, and there is some bread on the table.
        I do not have much time right now, but I will call you back as soon as I can.
        Many people believe that money makes you happy, but those who have it are not so sure.
        The file could not be opened because it is being used by another program.
        We have to be careful, because the ice on the road makes it dangerous to drive fast.
        The new version fixes several bugs and makes the application much faster on older computers.
        He had been waiting for this moment for years, and now that it had come he was afraid.
        It does not matter where you come from; what matters is where you want to go.
        The president said that both sides had agreed to continue their talks next month in Geneva.
        Sometimes the best thing to do is nothing at all.
        Her voice was low and calm, as if she were speaking to someone who was about to fall asleep.
        Between the trees we could see a light, and after a few minutes we came to a farm.
        This section describes how to install the software, how to configure it and how to remove it.
        The function returns true if the value was found in the list, and false otherwise.
        Note that this option is only available to users who have permission to change the system settings.
        A friend of mine bought a car last year and has been trying to sell it ever since.
        What happened next surprised everyone, including the people who had planned it.
        The cat sat by the window and watched the birds, and the dog lay under the table and slept.
        The quick brown fox jumps over the lazy dog, but the dog does not even look up.
        Do you remember the summer when we rented a house by the sea and it rained for three weeks?
        The court decided that the company must pay a fine and change the way in which it collects data.
        Take the second street on the left, go straight ahead until you reach the church, and then turn right.
        By the time we arrived, the train had left and the platform was empty.
        I would be grateful if you could tell me when the goods will be delivered.
        The main reason for this is that there are not enough nurses and teachers in the country.
        To be honest, I did not like the film very much, but the music was beautiful.
        His father had been a farmer, and his father before him, but he himself could not tell wheat from barley.
        All rights are reserved. No part of this work may be copied without the permission of the author.
        We know that these changes will not be easy for everyone, and we thank you for your patience.
        The higher you climb, the colder it gets, and the more you wish that you had stayed at home.
        Such questions have been discussed for centuries, and there is still no answer that satisfies everyone.
        The sun went down behind the hills, and one after the other the stars came out.
        Some say that the world will end in fire, others that it will go on for ever without us.
        Would you mind opening the window? It is getting quite warm in here.
        Keep your hands clean, cover your mouth when you cough, and stay at home if you feel ill.
        The best way to find out whether you can trust somebody is to trust them.
        Security is not a product but a process, and every process can be improved.
        Without a key the message looks like noise, and that is exactly what it should look like.
        I've been thinking about it, and I don't believe that it's worth the trouble, but we'll see.
        That's what I meant. You can't have both, so you'll have to choose, and I wouldn't wait too long.
        She's not here at the moment; she'll be back at about four o'clock, if you'd like to wait.
        Who was that? Why did he leave? Where is he going, and when will he come back?
        Hey, are you free tonight? We're going to the cinema, and there's one ticket left.
        OK, see you there! Don't forget to bring your laptop and the photos from the party.
        No problem, take your time. I'm still at work anyway and won't be home before seven.
        Congratulations on your new job! When do you start, and how do you feel about moving to London?
        Between 1990 and 2020 the population of the region grew by more than 40 percent, from 2.5 to 3.6 million.
        The ship was built in 1912, sank on its first voyage, and was found again in 1985.
        On 25 December 2019 the temperature reached 18 degrees, the highest value since records began.
        Chapter 1. In which we meet the hero, who is not yet one, and his aunt, who knows everything.
        However, it should be noted that these figures do not include people who work from home.
        In this paper, we present a new approach to the problem and show that it is faster than existing methods.
        Therefore, the two groups are not directly comparable, and the results must be interpreted with care.
        Nevertheless, the development of the industry has had a significant influence on the environment.
        The purpose of education is to help young people to think for themselves and to understand other points of v\#
        iew.
        Everyone has the right to be heard, the right to be left alone, and the duty to listen.
        The law protects the freedom of the press, of opinion and of religion, within the limits that it sets itself\#
        .
        Members of the committee shall be elected for a period of four years and may be elected again.
        Whoever breaks the rules of the community must expect that the community will react.
        Human beings are social animals; without the protection of family and society, few would survive.
        Education, health, work, housing and food: these are the things that a state owes to all of its citizens.
        Workers have a right to equal pay for equal work, to rest, to reasonable hours and to form trade unions.
        No person may be punished for an act that was not an offence when it was committed.
        Marriage, property, nationality, religion, language, race, colour, sex, birth, political or other opinion, n\#
        ational or social origin.
        The following options are available, and each of them may be given more than once on the command line.
        By default, the output is written to the standard output, unless a file name is specified with this option.
        If the specified directory does not exist, it will be created automatically with the default permissions.
        This command displays information about the current state of the repository and lists all changed files.
        Specify the name of the resource to delete. The resource must be in the same project and region as the insta\#
        nce.
        The server listens for incoming connections and creates a new process for each request that it receives.
        When the connection is lost, the client tries to connect again after a short period of time.
        Use the configuration file to override the default values, or set the environment variable before running th\#
        e command.
        The argument must be a valid identifier; otherwise, an exception is raised and the program terminates.
        Returns a list of objects, or an empty list if there are no objects that match the given filter expression.
        For more information, see the documentation of the corresponding function in the reference manual.
        Each line of the input contains a single record, and the fields are separated by commas or by white space.
        Select one of the available formats, then enter the number of characters to be displayed in each column.
        These methods are called by the framework and should not be used directly by applications.
        The default is to wait until the operation has completed; use the flag to return immediately instead.
        A string containing the path to the file, relative to the root of the current working directory.
        Memory is allocated when the object is created and released again when it is no longer needed.
        An attribute can be added to, removed from or changed in the collection without affecting other elements.
        Access to the database is restricted to users that have been granted the required privileges by an administr\#
        ator.
        Messages are encrypted before transmission, so that an attacker who intercepts the traffic cannot read them.
        The algorithm processes the data in blocks of fixed length and produces a digest of 256 bits.
        Existing code continues to work without modification, but deprecated interfaces may be removed in a future r\#
        elease.
        Support for additional platforms, devices and languages has been added in this version of the library.
        Compile the source with optimization enabled, link it against the shared libraries and run the test suite.
        The value is converted to an integer, rounded to the nearest multiple and stored in the variable.
        Network interfaces, virtual machines, storage volumes and service accounts can be managed from the console.
        Down the hill they ran, laughing, until the little girl fell over a root and began to cry.
        "Where have you been?" asked the queen. "We have been looking for you everywhere!" But he did not answer.
        "I don't know," she said, "but I am quite sure that it was not here when I came in."
        At last he came to a great hall with a long table, at which twelve men in black coats were sitting.
        It was the strangest thing that she had ever seen in all her life, and she wondered what would come next.
        He thought about it for a while, and the more he thought about it, the less he understood.
        So she went on, talking to herself as she walked, and did not notice that it was getting dark.
        Presently there was a knock at the door, and a gentleman with a grey hat and a white beard entered.
        Your letter gave me great pleasure, my dear friend, and I should have answered it before if I had been well.
        The players were tired and disappointed, but the crowd kept on cheering and singing until the very end.
        Researchers at the university have developed a small device that measures the quality of the air.
        Prices rose sharply in the third quarter as investors expected the central bank to raise interest rates agai\#
        n.
        Minister of foreign affairs, prime minister, member of parliament, head of state, chief executive officer.
        Climate change, global warming, renewable energy, artificial intelligence, machine learning, social media, p\#
        ublic health.

        """#
}
