export const ledger = {
  acting: 'Only the client can move money from the wallet. Stop acting for the client first.',
  balance_short:
    'Your wallet balance is {{available}}, which is {{missing}} short. Add at least {{missing}}, then try again.',
} as const;
