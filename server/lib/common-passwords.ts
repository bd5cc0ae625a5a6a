// The stems that password lists of past breaches have in common. Own selection: full entries of ten characters and more, and
// shorter words, because a digit or sign at the end is cut off before the comparison (see passwords.ts).
const LIST = `
0123456789 0987654321 1234567890 12345678910 123456789a 1234512345 1123581321 1029384756 0192837465 1357924680 9876543210 98765432100
11223344556 1122334455 1223334444 112233445566 123123123123 1231231231 123456123456 123321123321 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3edc 1qazxsw23edc
2wsx3edc4rfv zaq12wsxcde3 zaq1xsw2cde3 qazwsxedcrfv qazwsxedc q1w2e3r4t5 q1w2e3r4t5y6 123qweasdzxc 123qweasd qwe123asd456 147258369 1472583690 741852963
159753456852 789456123 7894561230 asdf1234asdf abcd1234abcd abc123abc123 a1b2c3d4e5 a1b2c3d4e5f6 a123456789 abcdefghij abcdefghijk abcdefghijklmnopqrstuvwxyz
qwertyuiop qwertyuiopasdf qwertyuiopasdfghjklzxcvbnm qwertyuiop[] asdfghjkl asdfghjkl; asdfghjklz zxcvbnm zxcvbnm,./ zxcvbnmasdf poiuytrewq mnbvcxz lkjhgfdsa
qwerty qwertz qwertzuiop azerty azertyuiop qwertyui qwertqwert qwertyqwerty qweasd qweasdzxc asdasd asdasdasd asdfasdf asdfgh asdfghjk zxczxc qwaszx
password passwort passw0rd p@ssw0rd p@ssword pa$$word passwords mypassword mypass thepassword newpassword oldpassword yourpassword password1password passwordpassword
password1234567890 passpass passpasspass passphrase pass1word motdepasse contraseña contrasena senha senhasenha wachtwoord parola haslo haslohaslo salasana heslo lozinka
admin administrator adminadmin admin123admin administrador root rootroot toor sysadmin superadmin superuser superman test testtest testing tester testpassword test1test
guest guestguest user useruser username login loginlogin letmein letmeinnow letmeinplease openup opensesame changeme changemenow changeit pleasechange default secret secrets
topsecret secretsecret mysecret secretword welcome welcomeback welcomehome welcome1welcome hello hellohello helloworld hello1hello goodbye access accessme master masterkey
iloveyou iloveu iloveyousomuch iloveyouforever iloveyoubaby iloveme iloveher iloveyoutoo loveyou loveyouforever ilovegod ilovejesus ilovemom ilovemyself ilovemusic
iloveyou1iloveyou lovelove lovely lovelovelove loveme loveforever mylove myloveforever truelove babylove sweetheart sweetie babygirl babyboy babyface honeybee honey darling
princess princesa queen kingking prince beautiful beauty gorgeous angel angelangel angelina angels sunshine sunshine1sunshine moonlight starlight rainbow butterfly
flower flowers rosebud cherry chocolate cookie cookies cupcake strawberry blueberry banana orange apple applepie cheese cheesecake chicken peanut pepper popcorn pineapple
monkey monkeymonkey dragon dragonball dragonballz dragons tiger tigers lion panther panda pandas eagle eagles falcon phoenix dolphin dolphins elephant horses unicorn
kitty kittycat hellokitty kitten kittens pussycat puppy puppies doggie snoopy scooby scoobydoo garfield mickey mickeymouse minnie donald tweety pokemon pikachu charizard
naruto sasuke goku onepiece batman batmanbatman spiderman ironman wolverine captain captainamerica avengers starwars skywalker vader darthvader yoda jedi matrix trinity
startrek harrypotter hogwarts voldemort gandalf frodo legolas hobbit zelda mario luigi nintendo playstation xbox minecraft fortnite roblox warcraft worldofwarcraft starcraft
counterstrike halflife callofduty gta leagueoflegends steam gamer gaming football footballer footballfan soccer soccerball baseball basketball volleyball hockey hockeyplayer
tennis golfer golfing swimming swimmer running fishing fisherman hunting hunter skateboard snowboard surfing surfer liverpool liverpoolfc manchester manchesterunited arsenal
arsenalfc chelsea chelseafc tottenham everton barcelona fcbarcelona realmadrid juventus bayern bayernmunich dortmund yankees redsox lakers cowboys steelers packers raiders
ferrari porsche mercedes mustang corvette camaro chevrolet lamborghini maserati harley harleydavidson yamaha kawasaki suzuki toyota honda nissan subaru volkswagen
michael michelle jennifer jessica ashley amanda daniel daniela andrew andrea anthony alexander alexandra alexandre alexis benjamin brandon charlie charlotte christian
christina christopher david elizabeth emily fernando francisco gabriel gabriela george hannah heather isabella jackson james jasmine joseph joshua justin katherine
lauren madison maria mariamaria martin matthew melissa miguel morgan natalie natasha nathan nicholas nicole olivia patricia patrick rachel rebecca richard robert samantha
samuel sebastian sophia sophie stephanie steven thomas tiffany valentina vanessa veronica victoria vincent william zachary
whatever whateveryouwant nothing something anything nobody noname unknown blahblah blahblahblah fuckyou fuckyoufuckyou fuckoff fuckthis motherfucker asshole bullshit biteme
killer killerkiller shadow shadowshadow darkness darkangel darkside demon lucifer devil satan hellfire ghost ninja samurai warrior gladiator spartan viking pirate pirates
freedom liberty america american unitedstates england germany deutschland france australia canada mexico brasil argentina colombia venezuela philippines india pakistan
computer computers internet internetexplorer windows windowsxp microsoft google googlegoogle facebook twitter youtube instagram linkedin samsung samsunggalaxy iphone android
blackberry nokia nokia1nokia motorola database server network router cisco oracle system systems manager management business company office officeoffice personal private
music musicmusic musica guitar guitarhero metallica slipknot nirvana eminem linkinpark greenday blink metal heavymetal rockstar rocknroll rockyou hiphop ballerina dancer
summer summertime winter autumn spring january february march april monday tuesday wednesday thursday friday saturday sunday september october november december christmas
birthday happybirthday happy happyday happyhappy smile smiles laughing lucky luckyme luckyday goodluck blessed blessing jesus jesuschrist jesuslovesme godisgood godislove
godbless heaven forever foreverlove foreveryoung friends friendship bestfriend bestfriends bestfriendsforever family familyfirst mother mommy motherhood father daddy
daddysgirl brother brothers sister sisters grandma children baby school schoolschool student teacher college university
trustno1 trustnoone nopassword nopasswords donttellme dontforget forgotpassword forgetme iforgot iforgotit remember rememberme temporary temporal temppassword temp temptemp
shopify shopifyadmin shopifystore dropship dropshipping dropshipper ecommerce myshop myshopify mystore onlinestore onlineshop tradewind supplier merchant wallet payment payments
woaini woaini1314 woaini520 woaiwojia wobuzhidao aini1314 nihao nihaoma zhongguo zhang123456 woshishui 5201314520 1314520520 asd123456 qq123456 a5201314 1qazxsw2
`;

/** Lower-case passwords and stems that attackers try first. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(LIST.trim().split(/\s+/));
