import type { MerchantRole } from '#contract/rights.ts';

export type StorePlan = {
  /** The shop's name before `.myshopify.com`; null for a store whose orders come from files. */
  shop: string | null;
  name: string;
  home: string;
  currency: string;
  time_zone: string;
  kinds: readonly string[];
  products: number;
  /** Orders in the full variant. */
  orders: number;
  /** Shipping methods that its settings name for countries; all others go by the cheapest. */
  ships?: Readonly<Record<string, string>>;
  state?: 'needs_reauth' | 'paused';
  /** Connected so many days ago; 60 and more: before the demo's history begins. */
  age: number;
};

export type PersonPlan = {
  name: string;
  email: string;
  username: string;
  role: MerchantRole;
  firstStoreOnly?: boolean;
};

export type MerchantPlan = {
  key: string;
  company: string;
  time_zone: string;
  vat: string;
  address: string;
  country: string;
  owner: PersonPlan;
  team: readonly PersonPlan[];
  /** Index of the agent who looks after them. */
  agent: number;
  contact: 'whatsapp' | 'discord' | 'slack' | null;
  /** Transfers that are still open in the end, the youngest first. */
  transfers: readonly ('submitted' | 'awaiting' | 'rejected')[];
  /** Invoiced every night of late; others pay at checkout. */
  invoicing?: 'daily';
  /** Pays every so many days. */
  pays_every: number;
  stores: readonly StorePlan[];
};

export const PASSWORD = 'tradewind-demo-2026';
const at = (name: string) => `${name}@demo.tradewind.test`;

function person(
  name: string,
  username: string,
  role: MerchantRole,
  email = at(username),
  firstStoreOnly = false,
): PersonPlan {
  return { name, email, username, role, firstStoreOnly };
}

const HOME = ['Home', 'Lighting', 'Garden', 'Kitchen'];
const WEAR = ['Apparel', 'Accessories', 'Bags'];
const TABLE = ['Drinkware', 'Kitchen', 'Home'];
const ACTIVE = ['Fitness', 'Outdoor', 'Drinkware', 'Apparel', 'Bags'];
const TECH = ['Electronics', 'Office', 'Accessories', 'Lighting'];
const GIFTS = ['Stationery', 'Toys', 'Home', 'Beauty', 'Accessories', 'Pets', 'Travel'];

export const STAFF = [
  { name: 'Ingrid Solberg', username: 'admin', email: at('admin'), roles: ['admin'] },
  { name: 'Mei Zhang', username: 'agent', email: at('agent'), roles: ['agent'] },
  { name: 'Rafael Costa', username: 'agent2', email: at('agent2'), roles: ['agent'] },
  { name: 'Nadia Haddad', username: 'agent3', email: at('agent3'), roles: ['agent'] },
  { name: 'Viktor Hladik', username: 'finance', email: at('finance'), roles: ['finance'] },
  { name: 'Guo Jianhua', username: 'warehouse', email: at('warehouse'), roles: ['warehouse'] },
] as const;

export const MERCHANTS: readonly MerchantPlan[] = [
  {
    key: 'harbour',
    company: 'Harbour & Pine Ltd',
    time_zone: 'Europe/London',
    vat: 'GB 294 7710 52',
    address: '18 Wharf Row, Bristol BS1 5TR',
    country: 'GB',
    owner: person('Eleanor Whitcombe', 'owner', 'owner'),
    team: [
      person('Samir Haddad', 'manager', 'manager'),
      person('Bethany Cole', 'operations', 'operations'),
      person('Oscar Lindgren', 'payer', 'payer'),
      person('Ruth Amankwah', 'accountant', 'accountant'),
      person('Jess Tan', 'support', 'support', at('support'), true),
    ],
    agent: 0,
    contact: 'slack',
    transfers: ['submitted', 'rejected'],
    pays_every: 1,
    stores: [
      {
        shop: 'harbour-pine',
        name: 'Harbour & Pine',
        home: 'GB',
        currency: 'GBP',
        time_zone: 'Europe/London',
        kinds: HOME,
        products: 30,
        orders: 800,
        age: 240,
      },
      {
        shop: 'harbour-pine-us',
        name: 'Harbour & Pine US',
        home: 'US',
        currency: 'USD',
        time_zone: 'America/New_York',
        kinds: HOME,
        products: 20,
        orders: 610,
        ships: { US: 'CP-EPACKET' },
        age: 200,
      },
      {
        shop: 'harbour-pine-de',
        name: 'Hafen & Kiefer',
        home: 'DE',
        currency: 'EUR',
        time_zone: 'Europe/Berlin',
        kinds: TABLE,
        products: 22,
        orders: 430,
        age: 120,
      },
      {
        shop: 'tidewater-mugs',
        name: 'Tidewater Mugs',
        home: 'US',
        currency: 'USD',
        time_zone: 'America/Chicago',
        kinds: TABLE,
        products: 12,
        orders: 260,
        age: 75,
      },
      {
        shop: null,
        name: 'Wholesale desk',
        home: 'GB',
        currency: 'GBP',
        time_zone: 'Europe/London',
        kinds: HOME,
        products: 10,
        orders: 90,
        age: 70,
      },
    ],
  },
  {
    key: 'vantage',
    company: 'Vantage Outfitters LLC',
    time_zone: 'America/Denver',
    vat: '84-3310927',
    address: '2210 Larimer Street, Denver, CO 80205',
    country: 'US',
    owner: person('Dominic Reyes', 'vantage', 'owner'),
    team: [
      person('Alicia Boone', 'vantage-ops', 'operations'),
      person('Kurt Meyer', 'vantage-pay', 'payer'),
      person('Yuki Arai', 'vantage-buy', 'sourcing'),
    ],
    agent: 1,
    contact: 'whatsapp',
    transfers: ['submitted'],
    pays_every: 3,
    stores: [
      {
        shop: 'vantage-outfitters',
        name: 'Vantage Outfitters',
        home: 'US',
        currency: 'USD',
        time_zone: 'America/Denver',
        kinds: ACTIVE,
        products: 28,
        orders: 600,
        age: 180,
      },
      {
        shop: 'ridgeline-caps',
        name: 'Ridgeline Caps',
        home: 'US',
        currency: 'USD',
        time_zone: 'America/Denver',
        kinds: WEAR,
        products: 18,
        orders: 290,
        age: 95,
      },
      {
        shop: 'vantage-canada',
        name: 'Vantage Canada',
        home: 'CA',
        currency: 'CAD',
        time_zone: 'America/Toronto',
        kinds: ACTIVE,
        products: 14,
        orders: 180,
        age: 50,
      },
    ],
  },
  {
    key: 'lumen',
    company: 'Lumen Kollektiv GmbH',
    time_zone: 'Europe/Berlin',
    vat: 'DE 318 402 775',
    address: 'Schönhauser Allee 141, 10437 Berlin',
    country: 'DE',
    owner: person('Henrike Vogt', 'lumen', 'owner'),
    team: [person('Timo Schröder', 'lumen-team', 'manager'), person('Aylin Demir', 'lumen-view', 'viewer')],
    agent: 0,
    contact: 'whatsapp',
    transfers: ['submitted'],
    pays_every: 3,
    stores: [
      {
        shop: 'lumen-kollektiv',
        name: 'Lumen Kollektiv',
        home: 'DE',
        currency: 'EUR',
        time_zone: 'Europe/Berlin',
        kinds: TECH,
        products: 24,
        orders: 440,
        age: 150,
      },
      {
        shop: 'lumen-france',
        name: 'Lumen France',
        home: 'FR',
        currency: 'EUR',
        time_zone: 'Europe/Paris',
        kinds: TECH,
        products: 16,
        orders: 210,
        age: 80,
      },
      {
        shop: 'nachtlicht',
        name: 'Nachtlicht',
        home: 'AT',
        currency: 'EUR',
        time_zone: 'Europe/Vienna',
        kinds: HOME,
        products: 12,
        orders: 140,
        age: 45,
      },
    ],
  },
  {
    key: 'coral',
    company: 'Coral Bay Trading Pty Ltd',
    time_zone: 'Australia/Sydney',
    vat: 'ABN 51 824 753 556',
    address: '7/40 Bourke Street, Sydney NSW 2010',
    country: 'AU',
    owner: person('Lachlan Pryor', 'coral', 'owner'),
    team: [person('Ngaio Parata', 'coral-team', 'operations')],
    agent: 2,
    contact: 'discord',
    transfers: ['awaiting'],
    pays_every: 4,
    stores: [
      {
        shop: 'coral-bay-home',
        name: 'Coral Bay Home',
        home: 'AU',
        currency: 'AUD',
        time_zone: 'Australia/Sydney',
        kinds: HOME,
        products: 20,
        orders: 270,
        age: 110,
      },
      {
        shop: 'kiwi-nook',
        name: 'Kiwi Nook',
        home: 'NZ',
        currency: 'NZD',
        time_zone: 'Pacific/Auckland',
        kinds: GIFTS,
        products: 14,
        orders: 130,
        age: 65,
        state: 'paused',
      },
    ],
  },
  {
    key: 'sol',
    company: 'Sol Nascente Comércio Ltda',
    time_zone: 'America/Sao_Paulo',
    vat: '27.865.757/0001-02',
    address: 'Rua Augusta 1508, São Paulo - SP, 01304-001',
    country: 'BR',
    owner: person('Renata Figueiredo', 'sol', 'owner'),
    team: [],
    agent: 1,
    contact: 'whatsapp',
    transfers: ['submitted'],
    pays_every: 4,
    stores: [
      {
        shop: 'sol-nascente',
        name: 'Sol Nascente',
        home: 'BR',
        currency: 'BRL',
        time_zone: 'America/Sao_Paulo',
        kinds: WEAR,
        products: 18,
        orders: 240,
        age: 90,
      },
      {
        shop: 'casa-do-mate',
        name: 'Casa do Mate',
        home: 'BR',
        currency: 'BRL',
        time_zone: 'America/Sao_Paulo',
        kinds: TABLE,
        products: 12,
        orders: 110,
        age: 55,
      },
    ],
  },
  {
    key: 'atelier',
    company: 'Atelier Brume SARL',
    time_zone: 'Europe/Paris',
    vat: 'FR 40 512 908 233',
    address: '27 rue de la Charité, 69002 Lyon',
    country: 'FR',
    owner: person('Margaux Delcourt', 'atelier', 'owner'),
    team: [person('Bastien Roy', 'atelier-compta', 'accountant')],
    agent: 2,
    contact: null,
    transfers: [],
    pays_every: 5,
    stores: [
      {
        shop: 'atelier-brume',
        name: 'Atelier Brume',
        home: 'FR',
        currency: 'EUR',
        time_zone: 'Europe/Paris',
        kinds: GIFTS,
        products: 20,
        orders: 230,
        age: 100,
      },
      {
        shop: 'bougie-brume',
        name: 'Bougie Brume',
        home: 'BE',
        currency: 'EUR',
        time_zone: 'Europe/Brussels',
        kinds: HOME,
        products: 12,
        orders: 90,
        age: 40,
        state: 'needs_reauth',
      },
    ],
  },
  {
    key: 'merlion',
    company: 'Merlion Lane Pte Ltd',
    time_zone: 'Asia/Singapore',
    vat: '201988412K',
    address: '60 Paya Lebar Road, Singapore 409051',
    country: 'SG',
    owner: person('Tan Hui Min', 'merlion', 'owner'),
    team: [],
    agent: 0,
    contact: 'whatsapp',
    transfers: ['submitted', 'rejected'],
    pays_every: 5,
    stores: [
      {
        shop: 'merlion-lane',
        name: 'Merlion Lane',
        home: 'SG',
        currency: 'SGD',
        time_zone: 'Asia/Singapore',
        kinds: TECH,
        products: 18,
        orders: 210,
        age: 85,
      },
      {
        shop: 'jade-corner',
        name: 'Jade Corner',
        home: 'CN',
        currency: 'USD',
        time_zone: 'Asia/Shanghai',
        kinds: GIFTS,
        products: 12,
        orders: 80,
        age: 60,
      },
    ],
  },
  {
    key: 'olmo',
    company: 'Olmo Handmade S.L.',
    time_zone: 'Europe/Madrid',
    vat: 'ES B87654321',
    address: 'Calle de Fuencarral 96, 28004 Madrid',
    country: 'ES',
    owner: person('Javier Ortuño', 'olmo', 'owner'),
    team: [],
    agent: 1,
    contact: 'discord',
    transfers: [],
    pays_every: 7,
    stores: [
      {
        shop: 'olmo-handmade',
        name: 'Olmo Handmade',
        home: 'ES',
        currency: 'EUR',
        time_zone: 'Europe/Madrid',
        kinds: GIFTS,
        products: 16,
        orders: 170,
        age: 70,
      },
      {
        shop: 'olmo-italia',
        name: 'Olmo Italia',
        home: 'IT',
        currency: 'EUR',
        time_zone: 'Europe/Rome',
        kinds: GIFTS,
        products: 10,
        orders: 70,
        age: 35,
      },
    ],
  },
  {
    key: 'fjord',
    company: 'Fjordlys AB',
    time_zone: 'Europe/Stockholm',
    vat: 'SE 556012579001',
    address: 'Götgatan 44, 118 26 Stockholm',
    country: 'SE',
    owner: person('Signe Hallberg', 'fjord', 'owner'),
    team: [],
    agent: 2,
    contact: null,
    transfers: ['awaiting'],
    pays_every: 7,
    stores: [
      {
        shop: 'fjordlys',
        name: 'Fjordlys',
        home: 'SE',
        currency: 'EUR',
        time_zone: 'Europe/Stockholm',
        kinds: HOME,
        products: 14,
        orders: 130,
        age: 58,
      },
    ],
  },
  {
    key: 'small',
    company: 'Pebble & Twine',
    time_zone: 'America/Toronto',
    vat: '',
    address: '118 Ossington Avenue, Toronto, ON M6J 2Z5',
    country: 'CA',
    owner: person('Nora Fleury', 'small', 'owner'),
    team: [],
    agent: 0,
    contact: 'whatsapp',
    transfers: ['submitted', 'awaiting'],
    invoicing: 'daily',
    pays_every: 6,
    stores: [
      {
        shop: 'pebble-twine',
        name: 'Pebble & Twine',
        home: 'CA',
        currency: 'CAD',
        time_zone: 'America/Toronto',
        kinds: GIFTS,
        products: 10,
        orders: 110,
        age: 62,
      },
      {
        shop: null,
        name: 'Craft market list',
        home: 'CA',
        currency: 'CAD',
        time_zone: 'America/Toronto',
        kinds: GIFTS,
        products: 6,
        orders: 30,
        age: 30,
      },
    ],
  },
  {
    key: 'kestrel',
    company: 'Kestrel Goods',
    time_zone: 'Europe/Warsaw',
    vat: 'PL 5252248481',
    address: 'ul. Nowy Świat 28, 00-373 Warszawa',
    country: 'PL',
    owner: person('Wojciech Sowa', 'kestrel', 'owner'),
    team: [],
    agent: 1,
    contact: null,
    transfers: [],
    pays_every: 8,
    stores: [
      {
        shop: 'kestrel-goods',
        name: 'Kestrel Goods',
        home: 'PL',
        currency: 'EUR',
        time_zone: 'Europe/Warsaw',
        kinds: TECH,
        products: 12,
        orders: 80,
        age: 33,
      },
    ],
  },
  {
    key: 'fresh',
    company: 'Willow & Wren',
    time_zone: 'Europe/Dublin',
    vat: '',
    address: '',
    country: 'IE',
    owner: person('Ciara Nolan', 'fresh', 'owner'),
    team: [],
    agent: 2,
    contact: null,
    transfers: [],
    pays_every: 1,
    stores: [],
  },
];
