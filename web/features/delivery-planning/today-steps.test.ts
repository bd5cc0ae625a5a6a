import { expect, it } from 'vitest';
import { isAtStake, isFigured, leadOf, stepsOf, timeLeft } from './today-steps.ts';
import type { BoardAction } from './delivery-planning-types.ts';

const actionWith = (more: Partial<BoardAction>): BoardAction => ({
  key: 'recharge',
  action: 'recharge',
  subject_id: null,
  product_id: null,
  label: '',
  orders: 1,
  amount: null,
  ...more,
});

it('shows the fewest actions as steps that lead to where they are done, most orders first', () => {
  const actions = [
    actionWith({ orders: 2, amount: 800 }),
    actionWith({
      key: 'map_variant v',
      action: 'map_variant',
      subject_id: 'v',
      product_id: 'p',
      label: 'LAMP-1',
      orders: 5,
    }),
    actionWith({ key: 'raise_guard s', action: 'raise_guard', subject_id: 's', label: 'Nord' }),
    actionWith({ key: 'accept_cost a', action: 'accept_cost', subject_id: 'a', label: '#1' }),
  ];
  const store = { id: 's', name: 'Nord' };
  const order = { id: 'a', name: '#1', store, state: 'freed' as const, cut_off_at: null, total: 1, blocks: [] };
  const board = {
    actions,
    fewest: ['recharge', 'map_variant v', 'accept_cost a'],
    orders: [{ ...order, needs: [['map_variant v'], ['recharge']] }],
  };
  const steps = stepsOf(board, 'en');
  expect(steps[0]).toMatchObject({ label: 'LAMP-1', store: 'Nord' });
  expect(steps.map(({ action, to }) => [action, to])).toEqual([
    ['map_variant', '/my-product/index?product=p'],
    ['recharge', '/wallet/recharge?short=800'],
    ['accept_cost', '/order/index?order=a'],
  ]);
  expect(steps[1]).toMatchObject({ amount: 800, orders: 2 });
});

it('puts what is done order by order together', () => {
  const address = (id: string) =>
    actionWith({ key: `ADDRESS_INCOMPLETE ${id}`, action: 'other', subject_id: id, label: 'ADDRESS_INCOMPLETE' });
  const held = (id: string) => actionWith({ key: `release ${id}`, action: 'release', subject_id: id, label: id });
  const actions = [address('a'), address('b'), held('c'), held('d'), held('e')];
  const steps = stepsOf({ actions, fewest: actions.map(({ key }) => key), orders: [] }, 'en');
  expect(steps.map(({ action, times, orders, to }) => [action, times, orders, to])).toEqual([
    ['release', 3, 3, '/order/index?cut_off=freed&fix=release'],
    ['other', 2, 2, '/order/index?cut_off=freed&block=ADDRESS_INCOMPLETE'],
  ]);
});

it('accepts quotes at one place, and counts an order that needs several of them once', () => {
  const accept = (id: string, orders: number) =>
    actionWith({ key: `accept_quote ${id}`, action: 'accept_quote', subject_id: id, label: id, orders });
  const actions = [accept('Q-1', 4), accept('Q-2', 2)];
  const store = { id: 's', name: 'Nord' };
  const order = { id: 'a', name: '#1', store, state: 'freed' as const, cut_off_at: null, total: 1, blocks: [] };
  const board = {
    actions,
    fewest: actions.map(({ key }) => key),
    orders: [{ ...order, needs: [['accept_quote Q-1'], ['accept_quote Q-2']] }],
  };
  expect(stepsOf(board, 'en')).toMatchObject([{ times: 2, orders: 5, to: '/quote/index?tab=quoted' }]);
  const [only] = stepsOf({ ...board, fewest: ['accept_quote Q-1'] }, 'en');
  expect(only).toMatchObject({ times: 1, orders: 4, to: '/quote/index?quote=Q-1' });
});

it('matches the variants of a product at one place', () => {
  const match = (id: string, label: string, product_id: string) =>
    actionWith({ key: `map_variant ${id}`, action: 'map_variant', subject_id: id, label, product_id });
  const actions = [match('a', 'RED', 'p'), match('b', 'BLUE', 'p'), match('c', 'RED', 'q')];
  const steps = stepsOf({ actions, fewest: actions.map(({ key }) => key), orders: [] }, 'en');
  expect(steps.map(({ label, orders }) => [label, orders])).toEqual([
    ['RED, BLUE', 2],
    ['RED', 1],
  ]);
});

it('leads to the list of sure matches as the dashboard does, or to the one product', () => {
  const sure = (id: string, label: string) =>
    actionWith({ key: `accept_matches ${id}`, action: 'accept_matches', subject_id: id, product_id: id, label });
  const actions = [sure('p', 'Lamp'), sure('q', 'Vase')];
  const stepOf = (some: BoardAction[]) => stepsOf({ actions, fewest: some.map(({ key }) => key), orders: [] }, 'en');
  expect(stepOf(actions)).toMatchObject([{ times: 2, to: '/my-product/index?orders=to_match' }]);
  expect(stepOf(actions.slice(0, 1))).toMatchObject([{ times: 1, label: 'Lamp', to: '/my-product/mapping?product=p' }]);
});

it('counts the time down, and stands at nothing', () => {
  const now = new Date('2026-11-23T02:00:30Z');
  expect(timeLeft('2026-11-23T05:12:45Z', now)).toEqual({ hours: 3, minutes: 12 });
  expect(timeLeft('2026-11-23T01:00:00Z', now)).toEqual({ hours: 0, minutes: 0 });
});

it.each([
  ['no orders', [0, 0, 0, 0], 'none', 'none'],
  ['all of them ready', [2, 0, 0, 0], 'allMake', 'allMake'],
  ['all of them ours', [0, 0, 2, 0], 'waiting', 'ours'],
  ['ready ones and ours', [1, 0, 1, 0], 'allReady', 'ready'],
  ['some to mend', [1, 1, 1, 0], 'some', 'some'],
  ['later ones alone', [0, 0, 0, 2], 'passed', 'passed'],
  ['later ones and ours', [0, 0, 1, 1], 'later', 'later'],
  ['later ones and ready ones', [1, 0, 0, 1], 'ready', 'ready'],
] as const)(
  'says nobody is all set while something waits: %s',
  (_case, [makes, freed, provider, too_late], alone, others) => {
    const board = { considered: makes + freed + provider + too_late, counts: { makes, freed, provider, too_late } };
    expect([leadOf(board, false), leadOf(board, true)]).toEqual([alone, others]);
  },
);

it('names the cut-off of unpaid orders only where one of them can still make it', () => {
  const counts = { makes: 0, freed: 0, provider: 0, too_late: 2 };
  expect(isAtStake({ considered: 0, counts: { ...counts, too_late: 0 } })).toBe(false); // the next of any method is shown
  expect(isAtStake({ considered: 2, counts })).toBe(false);
  expect(isAtStake({ considered: 3, counts: { ...counts, provider: 1 } })).toBe(true);
});

it('leads from an order that waits for a quote to that quote', () => {
  const of = (name: 'accept_quote' | 'answer_quote', id: string) =>
    actionWith({ key: `${name} ${id}`, action: name, subject_id: id, label: `Q-${id}` });
  const actions = [of('accept_quote', '1'), of('answer_quote', '2')];
  const steps = stepsOf({ actions, fewest: actions.map(({ key }) => key), orders: [] }, 'en');
  expect(steps.map(({ label, to }) => [label, to])).toEqual([
    ['Q-1', '/quote/index?quote=1'],
    ['Q-2', '/quote/index?quote=2'],
  ]);
});

it('counts what could still make the cut-off only while orders can be paid, if need be with more funds', () => {
  const counts = { makes: 0, freed: 1, provider: 2, too_late: 0 };
  const board = { counts, actions: [actionWith({ action: 'map_variant' })] };
  expect(isFigured('freed', board)).toBe(false);
  expect(isFigured('provider', board)).toBe(true);
  expect(isFigured('freed', { ...board, counts: { ...counts, makes: 1 } })).toBe(true);
  expect(isFigured('freed', { counts, actions: [actionWith({})] })).toBe(true);
});
