// Rules of payment requests without schemas, so that the web app can share them.

export const paymentRequestStatuses = ['open', 'paying', 'approved', 'declined', 'cancelled'] as const;
export type PaymentRequestStatus = (typeof paymentRequestStatuses)[number];
