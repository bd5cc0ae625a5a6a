import { type Carrier, type CarrierOptions, startCarrier } from './carrier/carrier.ts';
import { type Mail, startMail } from './mail/mail.ts';
import { type Payment, startPayment } from './payment/payment.ts';
import { ratesPlugin } from './rates/rates.ts';
import type { ShopControl } from './shop/control.ts';
import type { ShopApp, ShopSettings } from './shop/runtime.ts';
import { startShops } from './shop/start-shops.ts';
import { openStore } from './store.ts';
import { startWoo } from './woo/woo.ts';
import type { WooControl } from './woo/woo-control.ts';

export type SandboxOptions = {
  databaseUrl: string;
  app: ShopApp;
  stripe: { secretKey: string; webhookSecret: string; webhookUrl: string };
  /** Who follows parcels; without it the tracking service calls nobody. */
  carrier?: Partial<Omit<CarrierOptions, 'pool'>>;
  /** Ports; 0 (the default) takes free ones. */
  shopPort?: number;
  paymentPort?: number;
  smtpPort?: number;
  /** Behaviour of the shops that tests shorten. */
  shopSettings?: Partial<ShopSettings>;
};

export type Sandbox = {
  /** Shops by path prefix: `{shopUrl}/{name}.myshopify.com/…`. */
  shopUrl: string;
  paymentUrl: string;
  smtpUrl: string;
  mailUrl: string;
  shops: ShopControl;
  /** WooCommerce shops at `{shopUrl}/woo/{name}`. */
  woo: WooControl;
  payments: Payment;
  mail: Mail;
  /** A tracking service at `{shopUrl}/carrier`. */
  carrier: Carrier;
  close(): Promise<void>;
};

/** Starts shops, payment provider and mail box on this machine. What was started is closed again when a part fails. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const closers: (() => Promise<void>)[] = [];
  async function close(): Promise<void> {
    for (const closePart of closers.splice(0).reverse()) await closePart();
  }
  try {
    const pool = await openStore(options.databaseUrl);
    closers.push(() => pool.end());
    const mail = await startMail({ pool, smtpPort: options.smtpPort ?? 0 });
    closers.push(mail.close);
    const payments = await startPayment({ pool, port: options.paymentPort ?? 0, ...options.stripe });
    closers.push(payments.close);
    const place = { url: '' };
    const woo = startWoo({ pool, baseUrl: () => place.url });
    closers.push(woo.close);
    const carrier = await startCarrier({ pool, key: 'carrier-key', secret: 'carrier-secret', ...options.carrier });
    closers.push(carrier.close);
    const shops = await startShops({
      pool,
      app: options.app,
      port: options.shopPort ?? 0,
      plugins: [mail.plugin, woo.plugin, carrier.plugin, ratesPlugin],
      ...(options.shopSettings && { settings: options.shopSettings }),
    });
    closers.push(shops.close);
    place.url = shops.url;
    return {
      shopUrl: shops.url,
      paymentUrl: payments.url,
      smtpUrl: mail.smtpUrl,
      mailUrl: `${shops.url}/mail`,
      shops: shops.control,
      woo: woo.control,
      payments,
      mail,
      carrier,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
