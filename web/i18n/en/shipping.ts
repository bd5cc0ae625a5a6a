export const shipping = {
  formula: {
    label: 'Formula',
    kinds: { flat: 'Flat', first_step: 'First weight and steps', per_kg: 'Per kilogram', table: 'Weight bands' },
    amount: 'Amount',
    firstG: 'First, g',
    firstAmount: 'First amount',
    stepG: 'Step, g',
    stepAmount: 'Step amount',
    handling: 'Handling',
    kgAmount: 'Per kg',
    bands: 'Bands',
    bandsHelp: 'One a line: up to grams = amount, such as 500 = 4.20',
    overG: 'Above: each g',
    overAmount: 'costs',
  },
} as const;
