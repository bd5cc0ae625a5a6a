import { z } from 'zod';
import { callTimes, endpoints } from './endpoint.ts';
import { id, idParams } from './shared.ts';

export const filePurposes = [
  'recharge_proof',
  'order_import',
  'quote_attachment',
  'image_search',
  'mapping_file',
  'claim_evidence',
  'ad_spend',
] as const;
/** A person's own picture: for everybody who is logged in, and kept apart from the files of accounts. */
export const avatarPurpose = 'avatar';
/** What staff bring for a client: pictures of what the warehouse checked, files of the talk about a quote. */
export const staffFilePurposes = ['stock_qc', 'quote_attachment'] as const;

export const fileSchema = z.object({ id, name: z.string(), mime: z.string(), size: z.int() });

// Whoever works here may upload; what a file is for decides which right that takes (server/features/files).
const member = { kind: 'merchant', feature: 'orders', action: 'view' } as const;

export const files = endpoints({
  /** The one multipart call: the field `purpose` and, after it, `file` (P29). */
  upload: {
    method: 'POST',
    path: '/api/files',
    seconds: callTimes.bytes,
    access: { kind: 'user' },
    summary: 'Upload a file for a purpose; other calls then refer to its ID.',
    upload: true,
    answer: fileSchema,
  },
  link: {
    method: 'POST',
    path: '/api/files/{id}/link',
    access: member,
    summary: 'Create a download link for one use within 60 seconds.',
    params: idParams,
    answer: z.object({ url: z.string() }),
  },
  /** Multipart like `upload`; without a purpose it is a picture of the quality check. */
  staffUpload: {
    method: 'POST',
    path: '/api/staff/files/{account_id}',
    seconds: callTimes.bytes,
    access: { kind: 'staff', roles: ['warehouse', 'agent'] },
    summary: 'Upload a file that belongs to a client: an image of the quality check, or a file for a quote.',
    params: z.object({ account_id: id }),
    upload: true,
    answer: fileSchema,
  },
  staffLink: {
    method: 'POST',
    path: '/api/staff/files/{account_id}/{id}/link',
    access: { kind: 'staff', roles: ['agent', 'finance', 'warehouse'] },
    summary: 'Create a download link for a client’s file, for one use within 60 seconds.',
    params: z.object({ account_id: id, id }),
    answer: z.object({ url: z.string() }),
  },
});
