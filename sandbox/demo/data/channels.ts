import type { FreightFormula } from '#contract/shipping.ts';

/** A shipping channel of the provider, the first ones those that every deployment starts with, with its tariff; amounts in US cents, days to the door. */
export type ChannelPlan = {
  code: string;
  name: string;
  carrier: string;
  tracking_url: string | null;
  divisor: number | null;
  step_g: number;
  /** Countries it serves; null serves all of the demo's. */
  serves: readonly string[] | null;
  formula: FreightFormula;
  days: readonly [number, number];
  /** How tracking numbers look: `#` is a digit, `@` a capital letter. */
  number: string;
  tax_mode: 'DDP' | 'IOSS' | 'DDU';
};

const EU = ['DE', 'AT', 'FR', 'NL', 'BE', 'ES', 'IT', 'PT', 'SE', 'PL', 'IE'];
const step = (first_amount: number, step_amount: number, step_g = 100): FreightFormula => ({
  kind: 'first_step',
  first_g: 100,
  first_amount,
  step_g,
  step_amount,
});
const perKg = (handling_amount: number, kg_amount: number): FreightFormula => ({
  kind: 'per_kg',
  handling_amount,
  kg_amount,
});

export const CHANNELS: readonly ChannelPlan[] = [
  {
    code: 'YT-STD',
    name: 'YunExpress Standard',
    carrier: 'YunExpress',
    tracking_url: 'https://www.yuntrack.com/parcelTracking?id={number}',
    divisor: 8000,
    step_g: 1,
    serves: ['US', 'CA', 'GB', 'AU', 'NZ'],
    formula: perKg(210, 1080),
    days: [7, 12],
    number: 'YT25########0####',
    tax_mode: 'DDP',
  },
  {
    code: 'YT-FAST',
    name: 'YunExpress Priority',
    carrier: 'YunExpress',
    tracking_url: 'https://www.yuntrack.com/parcelTracking?id={number}',
    divisor: 6000,
    step_g: 1,
    serves: null,
    formula: perKg(420, 1790),
    days: [5, 8],
    number: 'YT25########1####',
    tax_mode: 'DDP',
  },
  {
    code: '4PX-STD',
    name: '4PX Global Express',
    carrier: '4PX',
    tracking_url: 'https://track.4px.com/#/result/0/{number}',
    divisor: 8000,
    step_g: 10,
    serves: EU,
    formula: perKg(240, 990),
    days: [8, 13],
    number: '4PX30##########CN',
    tax_mode: 'IOSS',
  },
  {
    code: 'YW-AIR',
    name: 'Yanwen Air Mail',
    carrier: 'Yanwen',
    tracking_url: 'https://track.yw56.com.cn/en/querydel?nums={number}',
    divisor: null,
    step_g: 1,
    serves: ['US', 'GB', 'DE', 'FR', 'ES', 'IT', 'PL', 'SE'],
    formula: perKg(180, 870),
    days: [10, 18],
    number: 'UH#########YP',
    tax_mode: 'DDU',
  },
  {
    code: 'CP-EPACKET',
    name: 'China Post ePacket',
    carrier: 'China Post',
    tracking_url: 'https://www.17track.net/en/track?nums={number}',
    divisor: null,
    step_g: 1,
    serves: ['US', 'CA', 'GB', 'AU', 'SG', 'NZ', 'MX', 'PT', 'IE'],
    formula: step(390, 85, 50),
    days: [12, 20],
    number: 'LX#########CN',
    tax_mode: 'DDU',
  },
  {
    code: 'DHL-ECOM',
    name: 'DHL eCommerce Asia',
    carrier: 'DHL eCommerce',
    tracking_url: 'https://webtrack.dhlglobalmail.com/?trackingnumber={number}',
    divisor: 5000,
    step_g: 50,
    serves: ['DE', 'AT', 'NL', 'BE', 'PL', 'GB'],
    formula: perKg(310, 1240),
    days: [6, 10],
    number: 'GM60############',
    tax_mode: 'IOSS',
  },
  {
    code: 'SF-ECON',
    name: 'SF Express Economy',
    carrier: 'SF Express',
    tracking_url: 'https://www.sf-express.com/we/ow/chn/en/waybill/waybill-detail/{number}',
    divisor: 6000,
    step_g: 50,
    serves: ['SG', 'CN', 'AU', 'NZ'],
    formula: step(330, 120),
    days: [3, 7],
    number: 'SF30##########',
    tax_mode: 'DDU',
  },
  {
    code: 'CORREIOS',
    name: 'Brazil Direct',
    carrier: 'Correios',
    tracking_url: 'https://rastreamento.correios.com.br/app/index.php?objeto={number}',
    divisor: 6000,
    step_g: 100,
    serves: ['BR'],
    formula: step(480, 150),
    days: [14, 28],
    number: 'NB#########BR',
    tax_mode: 'DDP',
  },
  {
    code: 'CAINIAO-STD',
    name: 'Cainiao Standard',
    carrier: 'Cainiao',
    tracking_url: 'https://global.cainiao.com/detail.htm?mailNoList={number}',
    divisor: 8000,
    step_g: 1,
    serves: ['US', 'ES', 'FR', 'IT', 'MX', 'BE'],
    formula: perKg(200, 1010),
    days: [9, 15],
    number: 'LP00############',
    tax_mode: 'DDU',
  },
  {
    code: 'EVRI-LINE',
    name: 'UK Line with Evri',
    carrier: 'Evri',
    tracking_url: 'https://www.evri.com/track/parcel/{number}',
    divisor: 8000,
    step_g: 1,
    serves: ['GB', 'IE'],
    formula: perKg(230, 960),
    days: [6, 9],
    number: 'H0#############',
    tax_mode: 'DDP',
  },
  {
    code: 'AUPOST',
    name: 'Australia Line',
    carrier: 'Australia Post',
    tracking_url: 'https://auspost.com.au/mypost/track/#/details/{number}',
    divisor: 6000,
    step_g: 50,
    serves: ['AU'],
    formula: perKg(290, 1310),
    days: [8, 14],
    number: '36LB#########',
    tax_mode: 'DDP',
  },
  {
    code: 'DHL-EXP',
    name: 'DHL Express',
    carrier: 'DHL Express',
    tracking_url: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id={number}',
    divisor: 5000,
    step_g: 500,
    serves: null,
    formula: step(1690, 620, 500),
    days: [2, 4],
    number: '64########',
    tax_mode: 'DDU',
  },
];
