import { createHash, randomBytes } from 'node:crypto';
import type { ShopRow } from './rows.ts';
import { compressScopes } from './scopes.ts';

/** Who is logged in at a shop while its app is opened. */
export type StaffMember = { email: string; email_verified: boolean };

/** What the token endpoint answers to a grant per user. */
export type StaffAnswer = {
  access_token: string;
  scope: string;
  expires_in: number;
  associated_user_scope: string;
  associated_user: {
    id: number;
    first_name: string;
    last_name: string;
    email: string;
    email_verified: boolean;
    account_owner: boolean;
    locale: string;
    collaborator: boolean;
  };
};

const DAY_SECONDS = 86_399;

/** A token for one member of the shop's staff, who is the same number each time. */
export function staffAnswer(shop: ShopRow, staff: StaffMember, scopes: string[]): StaffAnswer {
  const scope = compressScopes(scopes).join(',');
  const [first_name = '', last_name = ''] = (staff.email.split('@')[0] ?? '').split('.');
  return {
    access_token: `shpat_${randomBytes(16).toString('hex')}`,
    scope,
    expires_in: DAY_SECONDS,
    associated_user_scope: scope,
    associated_user: {
      id: createHash('sha256').update(`${shop.domain} ${staff.email}`).digest().readUIntBE(0, 6),
      first_name,
      last_name,
      ...staff,
      account_owner: staff.email === shop.email,
      locale: 'en',
      collaborator: false,
    },
  };
}
