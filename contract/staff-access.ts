import type { staffFilePurposes, filePurposes } from './files.ts';
import { type Feature, features, type StaffRole } from './rights.ts';

/** What a file of a client is for: what its members upload, what staff bring for it, and what was exported. */
export type ClientFilePurpose = (typeof filePurposes)[number] | (typeof staffFilePurposes)[number] | 'export';

/** What of a client only some of the staff may open (P56). */
export type ClientRecord = ClientFilePurpose | 'wallet' | 'members';

/**
 * Roles that may open a record of any client. Admins open all of them, and the client's own agent all but exports. The
 * wallet includes its statement.
 */
export const staffReaders: Record<ClientRecord, readonly StaffRole[]> = {
  recharge_proof: ['finance'],
  claim_evidence: ['warehouse'],
  stock_qc: ['warehouse'],
  order_import: [],
  mapping_file: [],
  ad_spend: [],
  quote_attachment: [],
  image_search: [],
  export: [],
  wallet: ['finance'],
  members: [],
};

/** Features whose pages show such a record to staff who look at one client. */
export const recordOfFeature: Partial<Record<Feature, ClientRecord>> = { wallet: 'wallet', 'sub-accounts': 'members' };

/** Who asks: their roles, and whether they are the client's agent (any agent is, while the client has none). */
export type ClientReader = { roles: readonly StaffRole[]; isAgent: boolean };

/** Whether staff may open a client's record. */
export function mayOpen({ roles, isAgent }: ClientReader, record: ClientRecord): boolean {
  if (roles.includes('admin')) return true;
  if (roles.includes('agent') && isAgent && record !== 'export') return true;
  return roles.some((role) => staffReaders[record].includes(role));
}

/** Features whose pages staff may read of a client. */
export function readableFeatures(reader: ClientReader): Feature[] {
  return features.filter((feature) => {
    const record = recordOfFeature[feature];
    return record === undefined || mayOpen(reader, record);
  });
}
