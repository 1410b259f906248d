// Lists vendors whose keys have no prefix: the name of the vendor is followed by an operator, and random letters and
// digits. Names that are ordinary words and vendors with known formats are excluded.

import type { PatternDetector } from '../../detector.js';
import { assignmentPattern, wholeAssignedName } from '../assignment-pattern.js';
import { isNamedDigest, isUnnamedDigest } from '../values/digest.js';
import { isIdentifier } from '../values/identifier.js';
import { isPlaceholder } from '../values/placeholder.js';
import { isManualExample } from './manual-examples.js';
import { isRandomTail } from './random-tail.js';

const NAMES =
  `abstractapi abuseipdb abyssale accuweather activecampaign adzuna aeroworkflow airbrake aircall airvisual
   aletheia alphavantage ambee apacta apiflash apifonica apilayer apimatic appfollow appointedd appoptics apptivo
   articlesfactory auddio autoklose avaza avazapersonal axonaut aylien ayrshare bannerbear baremetrics beebole
   besttime billomat bitcoinaverage bitfinex bitlyaccesstoken bitmex blazemeter blocknative bombbomb boostnote
   brandfetch browshot bugsnag bulbul bulksms calendarific calorieninja campayn capsulecrm captaindata
   carboninterface cashboard centralstationcrm cexio chartmogul chatfule checio checklyhq checkvist clickhelp
   clicksend cliengo clinchpad clockify cloudconvert cloudelements cloudimage cloudmersive cloudplan cloverly
   clubexpress clustdoc codacy codemagic codequiry coinapi coinlayer coinlib coinmarketcap commercejs companyhub
   convertkit countrylayer coveralls craftmypdf crossbrowsertesting crowdin cryptocompare currencycloud
   currencyfreaks currencylayer currencyscoop customerguru d7network dareboost databox dataforseo debounce
   detectify detectlanguage dfuse diffbot diggernaut disqus docraptor documo dotmailer dovico dronahq dyspatch
   eagleeyenetworks easyinsight edamam edenai eightxeight elasticemail emailoctopus enablex envoyapikey etherscan
   ethplorer eventbrite everhour exchangerateapi exchangeratesapi exportsdk extractorapi faceplusplus fetchrss
   fibery fixerio flatio flightapi flightlabs flightstats flowflu formbucket formcraft formsite foursquare
   fullstory fxmarket geoapify geocodify geocodio geoipifi getgeoapi getgist getresponse getsandbox giphy
   gitguardian glassnode gocanvas goodday gotomeeting graphcms graphhopper groovehq guardianapi gumroad gyazo
   happyscribe hellosign helpcrunch helpscout hereapi hiveage holidayapi hunterio hypertrack iconfinder iexapis
   iexcloud imagekit imagga infura integromat invoiceocean ipapi ipgeolocation ipifi ipquality ipstack jiratoken
   jotform jumpcloud kanbantool karmacrm keenio kickbox klipfolio kylas languagelayer lastfm lendflow
   lessannoyingcrm lexigram linenotify liveagent livestorm locationiq loggly loginradius lokalise lokalisetoken
   loyverse madkudu magicbell mailboxlayer mailerlite mailmodo mailsac mandrill mapquest marketstack mavenlink
   maxmindlicense meaningcloud mediastack meistertask mesibo metaapi mindmeister mixmax mockaroo moonclerk
   moosend moralis mrticktock myfreshworks mygadgets myintervals mypresale nasdaqdatalink neutrinoapi newsapi
   newscatcher nexmo nftport notuphere numverify nutritionix nylas oanda omnisend onedesk onelogin onepagecrm
   onesignal onwater oopspam opencagedata opengraphr openuv optimizely pagarme pandadoc pandascore paralleldots
   parsehub parseur partnerstack passbase pastebin pdflayer pdfshift peopledatalabs pepipost phantombuster
   pivotaltracker pixabay planviewleankit poloniex positionstack postageapp postbacks powrbot procore prodpad
   prospectcrm protocolsio proxycrawl purestake pushbullet qualaroo quandl qubole quickbase razorpay reachmail
   rebrandly remotebg restpack revampcrm ringcentral ritekit rocketreach roninapp rownd runrunit salesblink
   salescookie salesflare salesmate satismeter scalewaykey scrapeowl scraperapi scraperbox scrapersite
   scrapestack scrapfly scrapingant scrapingbee screenshotapi screenshotlayer seatgeek securitytrails sellfy
   serphouse serpstack sheety sherpadesk shipday shodankey shotstack shutterstock sigopt simplesat simplynoted
   simvoly sinchmessage siteleaf skrappio skybiometry smartsheets smartystreets snipcart snykkey speechtextai
   splunkobservability spoonacular sportradar sportsmonk sslmate statuscake statuspage stitchdata stockdata
   storecove stormboard stormglass stripo stytch sugester supernotes surveyanyplace surveysparrow survicate
   swiftype tatumio taxjar teamgate teamworkcrm telesign text2data textmagic theoddsapi thinkific thousandeyes
   ticketmaster tiingo timezoneapi tmetric toggltrack tomorrowio tomtom tradier transferwise travelpayouts
   twelvedata tyntec typetalk unifyid uplead uploadcare upwave uservoice vagaro vatlayer verimail veriphone
   versioneye visualcrossing voicegain vouchery vpnapi walkscore weatherbit weatherstack webflow whoxy wistia
   worksnaps workstack worldcoinindex worldweather youneedabudget yousign zenrows zenscrape zenserp zeplin
   zerobounce zipapi zipbooks zipcodeapi zonkafeedback`.split(/\s+/);

const VALUE = '[A-Za-z0-9_-]{16,128}';

/** Words before the operator which show that a UUID is a key and not an id. */
const SAYS_KEY = /key|token|secret|auth|pass/i;
const UUID = /^[a-f0-9]{8}-(?:[a-f0-9]{4}-){3}[a-f0-9]{12}$/i;

export const keysByVendorWord: readonly PatternDetector[] = [
  {
    name: 'vendor-word',
    kind: 'secrets',
    severity: 'high',
    literals: NAMES,
    literalOffset: 0,
    followed: { kind: 'assignment' },
    pattern: new RegExp(assignmentPattern(NAMES.join('|'), VALUE), 'gi'),
    group: 1,
    accept: (match, text) => {
      const [whole, value = ''] = match;
      const name = wholeAssignedName(match, text);
      if (isPlaceholder(value) || isManualExample(value) || isIdentifier(value)) return false;
      if (isNamedDigest(name, value) || isUnnamedDigest(name, value)) return false;
      return UUID.test(value) ? SAYS_KEY.test(whole.slice(0, -value.length)) : isRandomTail(value);
    },
    samples: {
      hit: [
        'ABUSEIPDB_KEY=4c9e1b7a52d84f039a6e0d81c3b5e72f4c9e1b7a52d84f03',
        'pdfshift: "q8zr2lmt0xw5vb9nc4kj7hg1"',
        'etherscan_api_key = "Q8ZR2LMT0XW5VB9NC4KJ7HG1FD3SA6EU42"',
        'jumpcloud_token: 4c9e1b7a-52d8-4f03-9a6e-0d81c3b5e72f',
      ],
      miss: [
        'uploadcare: version-2024-11-18-release',
        'newsapi = getClientFromEnvironment2',
        'PIXABAY_KEY=your-pixabay-key-goes-here-1',
        'codacy: "a3d3fa7c2bb99e469ba55e5834ce79ee4853a8a3"',
        'jumpcloud_id: 4c9e1b7a-52d8-4f03-9a6e-0d81c3b5e72f',
      ],
    },
  },
];
