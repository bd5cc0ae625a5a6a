import type { TFunction } from 'i18next';
import type { wallet } from '#web/i18n/en/wallet.ts';
import type { Log } from './wallet-types.ts';

export type Kind = keyof typeof wallet.kinds;

/** The name of a kind of transaction; a new one of the server shows its code until it has a name. */
export const kindName = (t: TFunction<'wallet'>, kind: string): string =>
  t(`kinds.${kind as Kind}`, { defaultValue: kind });

/** Who caused a transaction: members by name. */
export const actorName = (t: TFunction<'wallet'>, { kind, name }: Log['actor']): string =>
  name ?? t(kind === 'staff' ? 'actors.staff' : 'actors.system');
