export const prices = {
  nothing_changes: 'This wouldn’t change any of the selected prices. Enter a different price.',
  ended: '{{count}} of the selected prices {{count|has|have}} ended. Reload the list and choose again.',
  several_currencies:
    'The selected prices are in different currencies. Change them by a percentage, or select prices in one currency.',
  notice_too_short: 'Clients need {{days}} days’ notice of a price increase. Choose {{earliest}} UTC or later.',
  closed_applied:
    'The price of {{code}} to {{destination}} ({{number}}) is already in effect, so it can’t be reviewed.',
  closed_ended:
    'The price of {{code}} to {{destination}} ({{number}}) was rejected and has ended. Request a new quote.',
  closed_withdrawn:
    'Your agent cancelled the price of {{code}} to {{destination}} ({{number}}), so it can’t be reviewed.',
  closed_superseded:
    'The price of {{code}} to {{destination}} ({{number}}) was replaced by a newer one. Review that one instead.',
  acting: 'Only the client can review prices. Stop acting for the client first.',
  proposed_already:
    '{{number}} already proposes another price of {{code}} to {{destination}} for {{client}}. Cancel it first.',
  proposed_already_more:
    '{{number}} already proposes another price of {{code}} to {{destination}} for {{client}}, and {{more}} more of the selected prices have one too. Cancel them first.',
} as const;
