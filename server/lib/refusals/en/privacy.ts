export const privacy = {
  request_expired:
    'This data request expired after {{days}} days. If the buyer still needs the data, send the request again from Shopify.',
} as const;
