/// Strings from files, arguments and messages that are not encoded and must stay unchanged.
enum PlainSamples {
    /// Words, names, paths, code, prose in several languages, numbers, and words that look like a base encoding.
    static let written = lines(
        #"""
        hello
        password
        deadbeef
        test
        admin
        root
        cafe
        cafebabe
        DEADBEEF
        face
        feed
        beef
        added
        facade
        decade
        Hello
        HelloWorld
        helloWorld
        hello_world
        hello-world
        HELLO_WORLD
        user
        name
        data
        code
        base
        base64
        Base64
        sha256
        SHA-256
        README
        README.md
        Makefile
        index.html
        main.swift
        Package.swift
        LayerFinder
        getElementById
        XMLHttpRequest
        iPhone
        GitHub
        JavaScript
        true
        false
        null
        None
        undefined
        NaN
        localhost
        127.0.0.1
        192.168.0.1
        ::1
        2001:0db8:85a3:0000:0000:8a2e:0370:7334
        00:1a:2b:3c:4d:5e
        /usr/bin/env
        /etc/passwd
        /home/user/Documents/report-2024.pdf
        C:\Windows\System32\drivers\etc\hosts
        ~/.ssh/id_ed25519
        https://example.com
        https://example.com/path/to/page?query=1&other=two#frag
        http://localhost:8080/api/v1/users/42
        https://ja.wikipedia.org/wiki/%E6%97%A5%E6%9C%AC
        https://example.com/a%20b
        mailto:someone@example.com
        ftp://ftp.example.org/pub/file.tar.gz
        ssh://git@github.com:22/apple/swift.git
        git@github.com:apple/swift.git
        someone@example.com
        first.last+tag@sub.example.co.uk
        42
        0
        007
        1234567890
        3.14159265358979
        -273.15
        6.02214076e23
        0xdeadbeef
        0b101010
        1,234,567.89
        2024-11-20
        2024-11-20T22:10:45Z
        22:10
        20241120
        1700000000
        +49 30 1234567
        (555) 123-4567
        4111111111111111
        $19.99
        100%
        50% off today
        10%
        a&b
        Tom & Jerry
        AT&T
        R&D
        a=1
        x=20
        size=64
        width=100
        key=value
        a=b=c
        1+1=2
        E=mc^2
        f(x) = x^2 + 3x - 7
        int main(void) { return 0; }
        let x = 5
        for i in 0..<10 { print(i) }
        if (a == b && c != d) { return; }
        SELECT * FROM users WHERE id = 1;
        #include <stdio.h>
        def f(x): return x * 2
        const add = (a, b) => a + b;
        printf("%d\n", x);
        echo "$HOME"
        ls -la | grep foo
        rm -rf /tmp/build
        docker run -it --rm ubuntu:22.04 bash
        chmod 0644 file.txt
        49.31.24.28
        ^[a-z0-9._%+-]+@[a-z0-9.-]+$
        \d{3}-\d{4}
        {"name":"Ada","age":36}
        [1, 2, 3]
        [72, 101, 108, 108, 111]
        {"a":"\u00e9"}
        "quoted"
        'single quoted'
        <p>caf&eacute;</p>
        <a href="x.html">link &amp; more</a>
        <?xml version="1.0"?><a/>
        key: value
        - item one
        # Heading
        ## Sub heading
        * bullet
        [section]
        name,age
        The quick brown fox jumps over the lazy dog.
        It was a dark and stormy night.
        To be, or not to be, that is the question.
        Der schnelle braune Fuchs springt über den faulen Hund.
        Größe und Maße
        Voix ambiguë d'un cœur qui préfère les jattes de kiwis.
        El veloz murciélago hindú comía feliz cardillo y kiwi.
        La vita è bella.
        Nel mezzo del cammin di nostra vita mi ritrovai per una selva oscura
        Gallia est omnis divisa in partes tres
        Pchnąć w tę łódź jeża lub ośm skrzyń fig
        Příliš žluťoučký kůň úpěl ďábelské ódy
        Flygande bäckasiner söka hwila på mjuka tuvor
        Pa's wijze lynx bezag vroom het fikse aquaduct
        Árvíztűrő tükörfúrógép
        Törkylempijävongahdus
        Kæmi ný öxi hér ykist þjófum nú bæði víl og ádrepa
        Съешь же ещё этих мягких французских булок
        Ξεσκεπάζω την ψυχοφθόρα βδελυγμία
        今天天气很好
        你好，世界
        中文
        日本語
        こんにちは世界
        いろはにほへと ちりぬるを
        다람쥐 헌 쳇바퀴에 타고파
        שלום עולם
        مرحبا بالعالم
        สวัสดีชาวโลก
        नमस्ते दुनिया
        👍🎉😀
        naïve café résumé
        Anna
        Bob
        Charlotte
        Maximilian
        Nguyễn Văn A
        Jean-Pierre
        O'Brien
        Ada Lovelace
        Müller
        García
        Berlin
        San Francisco
        New York, NY 10001
        Room 101
        ABC-1234
        XJ9K
        A1B2C3
        B00K
        ISBN 978-3-16-148410-0
        DE89 3704 0044 0532 0130 00
        1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2
        bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq
        age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p
        qwertyuiop
        asdfghjkl
        asdf
        zxcvbnm
        abcdefghijklmnopqrstuvwxyz
        ABCDEFGHIJKLMNOPQRSTUVWXYZ
        aaaaaaaaaaaaaaaa
        AAAAAAAA
        xxxx
        abcabcabcabc
        lorem ipsum dolor sit amet
        correct horse battery staple
        hunter2
        P@ssw0rd!
        Tr0ub4dor&3
        letmein
        iloveyou
        monkey123
        xkcd
        NASA
        UNESCO
        IKEA
        HTTP
        TODO
        FIXME
        OK
        yes
        no
        a
        I
        v1.2.3
        1.0.0-beta.2
        swift-6.3.1-RELEASE
        x86_64-unknown-linux-gnu
        arm64-apple-macosx15.0
        utf-8
        ISO-8859-1
        application/json
        text/html; charset=utf-8
        image/png
        Content-Type: text/plain
        GET /index.html HTTP/1.1
        User-Agent: Mozilla/5.0 (X11; Linux x86_64)
        Mon, 20 Nov 2024 22:10:45 GMT
        ghp_16C7e42F292c6912E7710c838347Ae178B4a
        AKIAIOSFODNN7EXAMPLE
        wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY
        sk_test_4eC39HqLyjWDarjtT1zdp7dc
        $2b$12$EixZaYVK1fsbw1ZfbX3OXePaWxn96p36WQoeG6Lruj3vjPGga31lW
        $argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHQ$RdescudvJCsgt3ub+b5dWRWJTmaaqObs
        ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl user@host
        sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
        47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=
        commit 3fa9c1d2e4b5a69788990011223344556677889a
        refs/heads/main
        origin/feature/layer-finder
        com.example.app.MainActivity
        org.swift.package-manager
        std::vector<int>
        Foo.Bar.baz()
        $HOME/.config
        %APPDATA%\Roaming
        %PATH%
        =?
        0x48 0x65
        48 65
        10 20 30 40 50
        1 2 3 4 5 6 7 8 9 10
        dQw4w9WgXcQ
        PLFgquLnL59alCl_2TQvOiD5Vgm1hCaGSI
        3q2+7w==
        ABCDEFGH
        camelCaseIdentifierName
        PascalCaseIdentifierName
        snake_case_identifier_name
        SCREAMING_SNAKE_CASE
        kebab-case-name
        thisIsAVeryLongVariableNameInCode
        supercalifragilisticexpialidocious
        Donaudampfschifffahrtsgesellschaft
        antidisestablishmentarianism
        pneumonoultramicroscopicsilicovolcanoconiosis
        nihao shijie women shi pengyou
        konnichiwa sekai
        dobry den jak se mas
        goedemorgen hoe gaat het
        merhaba nasilsin
        xin chao the gioi
        jambo habari yako
        bonjour tout le monde
        guten Morgen liebe Leute
        buenos dias amigos
        ciao come stai
        hei hvordan gar det
        terve mita kuuluu
        selamat pagi dunia
        salve munde
        """#)

    /// Digests, UUIDs and random strings over several alphabets.
    static let random = lines(
        #"""
        xXNdzpdxcaSM9nDthTiB64fN3mKh6U3w
        W8kRQjMD1Xz1nhSsaxFncd5rtmhStC9h
        75346462704534577691
        flxkzyxvaidhlqxqlxpbtldlrkztdbvh
        uwgzzf1bxntq186kyo3i
        ILo3ojQKDVzk80b8OySAM1MH
        vimerqspwk
        n<?]/OYk_VOt;%9KG&rDg.<5rlK~XG,X
        6672176728033680485671131901713970357086
        aaf4c61ddcc5e8a2dabede0f3b482cd9aea9434d
        K#Co8|DbsAg|PAJPX==gzm3K][_IQ3[{
        mKkGGCzc-x6060cRdgD2iVji3dFAJItHmE9L3mWHuJyCFcPaiVozbpStGso5AVxA
        etH8LmyqoYMa
        ncxvjcnqcMUP6n0a
        JoC6vWCBiJmp
        6v6i2a7slx1c0nrlil7olmff
        2eaa7f3b4a715e4e48dd7408
        UStPKR
        PiPoFgA5WUoziU9lZOGxNIu9egCI1CxKy3PurtWcAJ0
        ZX3KIAD9JZFX6KJW
        X1BZ99NFD02I
        93CJHLS45gqIO2zV
        bgcn5nqr1g2iqcvmlyfbdc9x
        riwx8lixqxxk7hpksybomoyxp4qadgyxpsb425hh395fzh54lo12dhmerx24pv9d
        Yq6B0Fi7FlaZ7Vt0
        aHmsWWdawFgFSY0l9FLw
        SSRRXQQM2PLPPJSM
        ypeBEsobvcr6wjGzmiPcTaeG7_gUfE5yuYB3ha_uSLs
        e1777155a0e9d8f27c7d9cf07255bc50
        qOSg5ApYzTTOkq2BEDbN
        ~33zYxo_
        LYKA66AX0MY0V4KUYMRNAUU9QVK85RF5CJ1F0S61AFIGYRH12QF2XGC5TNEQRXN6
        8YBAF3CN8EUV935NAPNWYGGIM232ED4KZP44JH5YEPOAZOCPGMAC3DZPOC90QCJ3
        ae97ba94-d0ed-482f-8f6d-05584ef8aa38
        MUX4B0PZCYC3
        UCXLOB3F2NCS2IMTUMEZBKAX4OE4X65NNM4MT3ROUC0LV0BXKPAJQ3499YIQP9HR
        wyhcsj
        687731322817
        wfsqpfibbzjsxl7kgtuylwuoxi9xqpdc
        995902949636669374054462
        6dcfXufJLW3J6S/9rRe4vUlBj5g=
        kosapxupqksrmhuzxmlwcmqitvvkcuzrvhtyiipx
        gz9j8fkzr0st0dtw
        19448fb2fc6791ce680ce2b2
        ltacgt
        frdl1erbfq
        uhcsqyevwz
        F2yeE6RsXc
        kp0ec498uk1geqfn
        3E23E8160039594A33894F6564E1B1348BBD7A0088D42C4ACB73EEAED59C009D
        kutf_uauL-w61xx3dTFXjw
        Wy4AZj5OapMG7qSNUyp0mQhf1NYc6TdzSJuRPCJQ
        yewnmjwahjzczpdcsegzwozozhtcvpsneagsgduohyiqnqrkxbahxahqjguwwotg
        4szJxhvI3yvzPe9hB06wJpymDswpBcrQ
        Umd2iCLuYk1I_OFexcp5y9YCy39MIVelFlVpkfIu-Me173sY0f9BxZNw77CFhlHUSpNsEbexRMSP4E3zxqPo2g
        24998a26259bebd2fa5880587061ce69
        >7wzMP719RR=`]J-xdsC
        psfija
        C5T4uUhf7kvm
        92276658-1e27-41c0-8a6a-63ec24ede6a4
        4d14aa605882ac89cd1997cd896416bef4ba6e1a
        puqwiyofdijmnwwfoxdokkgamzhdgzlvkitagccfzvvsjvifbepdbmiucsshbcja
        susbpsqbdyznswmocavmtsve
        86e4d3ce
        003680e7e3b35183ef8333c4
        891baf90d0d3bf16295d
        wmcmdlxnklwwmueosrabzxplquwvmntjfruvxxaveulvmzkssvhkzfrrmufjdeza
        hvfkN/qlp/zhXR3cuerq6jd2Z7g=
        wyethkkolzztcqgm
        E6V2RSXTY7D55XBDH9Y2T6J3CU4IARJM6CZLRPS8
        483b7ffc05
        u425rx7bw98u4hvqyqbxyex8arvs5kybemndijtood1qhgj99fj1mc5y1flitcfd
        3608bca1e44ea6c4d268eb6db02260269892c0b42b86bbf1e77a6fa16c3c9282
        xoHhi4Htrytm3SI3ZzTbpZkuNivD+RqyJYVMFw==
        fb23c6f5
        9b71d224bd62f3785d96d46ad3ea3d73319bfbc2890caadae2dff72519673ca72323c3d99ba5c11d7c7acc6e14b8c5da0c4663475c2e5c3adef46f73bcdec043
        0cb1e29c-658c-4a14-95e6-0af593bd04cf
        69910594996572458033712958965839
        210471948d33
        vyzfov1tat5bh400t3jv8nfwz3csvfrl208phncy
        ozLH5q41HuEGLmmnmflZSsxK
        efeptxdr
        bmbylkmhkwnszkmrbkqevlhn
        j08xui
        3e5YJRAjuDkOnIvAXUpmok3AwNBttkOnCfjmLuhGslAE1CXLFE8rEHmELGjGkoew
        92EB5FFEE6AE2FEC3AD71C777531578F
        6dcfXufJLW3J6S_9rRe4vUlBj5g
        8c79fc35526f
        xjqi3ogz
        6228295023621976493246106104142261864891737895883619496243658410
        409gf4nja1aahfnhi4brp2ld
        YWUAV4VOBP3CJJRYRE6QW7IC9GM1GXSP
        907a70c3-1012-4037-b64c-e4228c38fb29
        b3wkh5
        92eb5ffee6ae2fec3ad71c777531578f
        B{%AXXXf)p
        _eV>Z~m%j0^gK!%[u<L%HMw2*p0,x7.mD|(zFwux
        2kgafrfw0h9n
        a170b338-3926-4059-b28c-105d1fb17c23
        6513270e-269e-4d37-b2a7-4de452e6b438
        BYOvfZ8U
        ueQpBenQ
        0RIC7PHKQD
        5164388317010737
        1?}='x*J=k+=EJDd5m_JR3|WdHdjKY!aHEYgd&+w$NqJw[2o{z%T~}NkThh1er~-
        7f150524-34b9-45df-9e77-69b10f4205b4
        559797
        du7794g9
        C681E18B81EDAF2B66DD22376734DBA5992E362BC3F91AB225854C17
        kutf/uauL+w61xx3dTFXjw==
        8e81973e-0bec-47b0-b898-d190f9ebdacc
        ea09ae9cc6768c50fcee903ed054556e5bfc8347907f12598aa24193
        wf%1Tu5AeDI?lf7/$yaX.'iU
        mtoruyjunjshnmvl
        XAC61JSED60VE2ALKYSA2WM4F8U7318J
        39ZZZZ
        jzdyewuv
        1f40fc92da241694750979ee6cf582f2d5d7d28e18335de05abc54d0560e0f5302860c652bf08d560252aa5e74210546f369fbbbce8c12cfc7957b2652fe9a75
        ds7qtuacojs106xd
        c5XlrWi0B2
        8a8902073fec
        slmyqehbpldluozcektaliqt
        0CC175B9C0F1B6A831C399E269772661
        abd37534c7d9a2efb9465de931cd7055ffdb8879563ae98078d6d6d5
        qwm2b2hb5heqlj9syjq8r2abvj564cce
        xoHhi4Htrytm3SI3ZzTbpZkuNivD-RqyJYVMFw
        0cc175b9c0f1b6a831c399e269772661
        OFBCIXGY29
        76584853715354291068
        TF4BS3E62R
        0fjzLczbtt
        ))g21}@d
        Z7OZ3NKIEM49OJW03S9I
        *nx:Kjmk&3I{vU"r>INWrF3d[~18?P]I7t+MQM[=
        6331912845
        ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs=
        5t8t81771y3wcw2ae7og0x6z9jm05z2v
        12136224464311436700
        arjoikuhpqhr
        6b4cb242-4a23-4596-a217-beaddbc496cb
        AXg67Pax30iYtJTq3tlAcubB
        pb0tdbm50fqo
        09903105351669348156758780368273
        7ab165c58ac5831b
        0fd630f1-f29d-4da9-953f-48f1a09f76b5
        \SLt"4`H|RK^
        ]9n>K>?32;5^Gc$Z!i4r
        fuqxobjvxmlk
        734419792376
        fa1c7ef6853ac54fff8b3fa5a3bc34f9ac5a0a6e39ebbf65b669972d06263739
        c1c93016f1c4261e5351
        228f21
        pjdiyglnihhdmjnfbxjeuaoz
        BHGKWJBBCICECEXM8EYG
        FHXv6eWMOem3Od2xYAfPTwLkZ9FRXVFiq1S7t5dV
        mpzom75w
        ec83756378368f7e732d2e433ec56f24
        0120242851276165650933002893961005111728
        jdick2sou9jtqu9njozcuyjso8fm3jl1vzhcwhn7
        262lba53p23l4zge
        no2iq2x8pz6nih6f8rybjtayfloumge9
        izwdiaeq1k
        4640085997987320
        mqjwghkgwx
        DxtpYl
        f6a0efa5ea7d26dc47bbcfb4768314cd2feabbda5f05cb39676b9852e160d802
        f$RlHj
        PiPoFgA5WUoziU9lZOGxNIu9egCI1CxKy3PurtWcAJ0=
        90c192cf-d3ac-44af-8f21-ddb66cad4a26
        728038
        4a3ed8147e37876adc8f76328e5abcc1b470e6acfc18efea0135f983604953a58e183c1a6086e91ba3e821d926f5fdeb37761c7ca0328a963f5e92870675b728
        110c57513064d6d5
        PnnsW64aTqBTh8lNCNRkS8VsWzpvq9bfS3nPqN9PPVLjPeMeSzteeUeIaexejJhU
        axg7leu1m6boi0z3cccrr8cg
        b49c12a4b0062983475e
        8d116ece-1738-47d9-bd9c-172411e20b8f
        zlimlselkycohftx
        5d41402abc4b2a76b9719d911017c592
        59e1748777448c69de6b800d7a33bbfb9ff1b463e44354c3553bcdb9c666fa90125a3c79f90397bdf5f6a13de828684f
        VXLHTE93G9HKZ3CCC6G0I0WEXKXKFVA4TJQGGPHJ
        5267768822EE624D48FCE15EC5CA79CBD602CB7F4C2157A516556991F22EF8C7B5EF7B18D1FF41C59370EFB0858651D44A936C11B7B144C48FE04DF3C6A3E8DA
        6022136ced620104d159e8489b0ac35e5fa870d0a7ba07a2531adab23e5617d2
        7488157329808453468323883101079331224066
        4282116734207509
        9d43j5p5k8aku35s3x10
        b40928
        Umd2iCLuYk1I/OFexcp5y9YCy39MIVelFlVpkfIu+Me173sY0f9BxZNw77CFhlHUSpNsEbexRMSP4E3zxqPo2g==
        kf42F{_=leXkdnp:J]pKfTFOQwVtZ3]{mlnjI=@7V&<^4U),1VU2/>H[O$i6*%i"
        pU05mc4J1WRcQ1uh
        TFJGVQ
        YTTK5DUX24KJHXK04Y2RVSRD
        d23f0824-128b-4f33-8c5c-7fd0a6a3a450
        cR"{VmthRW<]u'\f
        3CXlMaXZ
        XJLhFz9KjA2Yr3NMhy2CSDsUwswzHJMy
        sqxezyex1rdr
        fe!XZZ
        3932677172a31659a2e50add127454b4667a20f1
        akzehwecgirzeroozzhfllgxmmusgjpq
        92373288
        2be1ceb374dab4683f84d30d
        ozzvsfnmuzqjxsruudczzziyhhgsorhpsvwbmvzm
        21455835865055785335223076769429
        36f675cc-81e7-4ef5-a8e2-5d940ed90475
        w74oje7x7n7kxplj3lcuyx1h0jqygxw77t2frzs2
        7voz5c#V
        4osvv7on9ns8bolb6r1xerfhzy60odx8vqe4i133mvmhzksme7b2mmqm9sbbewn0
        5531115003519170376476497554591998177603335851907996026128485139
        8869475671024098256348077011037971459221284522373440329416897316
        2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824
        b0y07nyrvd5r
        yu5jsjc616
        '/_:?4I-F%jV[)FlXU_w
        MJDTb6{YpL(V
        e9d71f5ee7c92d6dc9e92ffdad17b8bd49418f98
        O0TINX4KIAPJ2GEJ
        E9D71F5EE7C92D6DC9E92FFDAD17B8BD49418F98
        30e90f1cd0ceff8eb3dd6a540a605c0666f841d35de63c57e4dd2877
        xuofhdihubdkxwiwbiur
        Hx6kwXoI
        H0D8ktokFpR1CXnubPWC8tXX0o4YM13gWrxU0FYOD1MChgxlK_CNVgJSql50IQVG82n7u86MEs_HlXsmUv6adQ
        W2WXFOGO
        c681e18b81edaf2b66dd22376734dba5992e362bc3f91ab225854c17
        356904177808820313922144
        tpfaxrxzfphvxvxjzgrfeywgqdodgzcbnhviwovn
        842684
        VPBQ64JUULVM0DAOWAQCCUOURXTXWZYSHOA0PDKJTQ6UY1TIP8VDWLUI8D93V43N
        knvlftjcgbzprpcn
        cd79e048c07dd7753eda
        """#)

    private static func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }
}
