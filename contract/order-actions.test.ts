import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ActionFacts,
  doneByPeople,
  orderActions,
  type Stage,
  stages,
  type Who,
  fulfilmentSteps,
} from './order-actions.ts';
import { actionsFor, refusalInState, refusalOf, refusalOfRole } from './order-refusals.ts';
import { orderReasons } from './order-reasons.ts';
import { merchantRoles, roleRights, staffRoles } from './rights.ts';

const everybody: [string, Who][] = [
  ...merchantRoles.map((role): [string, Who] => [role, { kind: 'merchant', rights: roleRights[role] }]),
  ...staffRoles.map((role): [string, Who] => [role, { kind: 'staff', roles: [role] }]),
];
const facts: ActionFacts = {
  stage: 'imported',
  held: false,
  fulfilment_step: null,
  invoiced: false,
  cancel_asked: false,
  open: 2,
  shipped: 0,
  added: 0,
  added_payable: false,
  removed: 0,
  movable: 2,
  gathered: 0,
  replaced: 0,
  recallable: 0,
  blocks: [],
};
const sent = { shipped: 2, open: 0 };

/** What may be done in each state by the one who may do it, with nothing in the way. */
const possible: Record<Stage, string> = {
  imported: 'hold edit_address change_channel change_lines split merge cancel',
  quoting: 'hold edit_address change_channel change_lines split merge cancel',
  awaiting_payment: 'hold edit_address change_channel change_lines split merge pay cancel',
  paying: '',
  processing: 'hold edit_address change_channel cancel buy pick pack ship',
  ready_to_ship: 'hold unpack ship',
  partially_shipped: 'hold request_cancel claim buy pick pack ship',
  shipped: 'claim',
  delivered: 'claim',
  closed: '',
  self_fulfilled: '',
  cancelled: '',
  merged: '',
};
const usual: Partial<Record<Stage, Partial<ActionFacts>>> = {
  ready_to_ship: { fulfilment_step: 'packed' },
  partially_shipped: { shipped: 1, open: 1 },
  shipped: sent,
  delivered: sent,
};

describe('the actions of an order', () => {
  it.each(stages)(
    'in the state %s are refused by a sentence to every role that the table does not name',
    { tags: ['D7-02'] },
    (stage) => {
      const order = { ...facts, ...usual[stage], stage };
      const wanted = new Set(possible[stage].split(' '));
      for (const action of doneByPeople) {
        const reason = refusalInState(action, order);
        expect([action, reason === null]).toEqual([action, wanted.has(action)]);
        for (const [role, who] of everybody) {
          const refusal = refusalOf(action, order, who);
          expect([role, action, refusal === null]).toEqual([
            role,
            action,
            reason === null && refusalOfRole(action, who) === null,
          ]);
          if (refusal !== null) expect(orderReasons[refusal]).toMatch(/^[A-Z].*[.]$/);
        }
      }
    },
  );

  it('are for the roles that the table names', () => {
    const by = (action: (typeof doneByPeople)[number]) =>
      everybody.filter(([, who]) => refusalOfRole(action, who) === null).map(([role]) => role);
    expect(by('pay')).toEqual(['owner', 'manager', 'payer']);
    expect(by('cancel')).toEqual(['owner', 'manager', 'operations', 'payer']);
    expect(by('claim')).toEqual(['owner', 'manager', 'operations', 'support']);
    expect(by('ship')).toEqual(['admin', 'warehouse']);
    expect(by('decide_cancel')).toEqual(['admin', 'agent', 'warehouse']);
  });

  const stopped: [string, Partial<ActionFacts>, (typeof doneByPeople)[number], keyof typeof orderReasons][] = [
    ['held', { stage: 'processing', held: true }, 'ship', 'held'],
    ['held twice', { held: true }, 'hold', 'held_already'],
    ['not held', {}, 'release', 'not_held'],
    ['held in its store', { stage: 'processing', blocks: ['STORE_HOLD'] }, 'pack', 'held_in_store'],
    ['sent by somebody else', { stage: 'processing', blocks: ['MARKED_FULFILLED_IN_STORE'] }, 'ship', 'sent_by_other'],
    ['asked to be cancelled', { stage: 'processing', cancel_asked: true }, 'ship', 'cancel_asked'],
    [
      'asked twice',
      { stage: 'processing', fulfilment_step: 'picked', cancel_asked: true },
      'request_cancel',
      'cancel_asked',
    ],
    ['picked', { stage: 'processing', fulfilment_step: 'picked' }, 'cancel', 'being_prepared'],
    ['packed', { stage: 'ready_to_ship', fulfilment_step: 'packed' }, 'edit_address', 'packed'],
    ['packed, to be cancelled', { stage: 'ready_to_ship', fulfilment_step: 'packed' }, 'cancel', 'packed'],
    ['not begun', { stage: 'processing' }, 'request_cancel', 'not_prepared'],
    ['unpaid', { stage: 'awaiting_payment' }, 'request_cancel', 'unpaid_cancel'],
    ['not to be confirmed', {}, 'confirm', 'nothing_to_confirm'],
    ['not left', { stage: 'processing' }, 'claim', 'not_left'],
    ['not asked', { stage: 'processing' }, 'decide_cancel', 'no_cancel_asked'],
    ['paid', { stage: 'processing' }, 'pay', 'paid'],
    ['paid, with more that has no price', { stage: 'processing', added: 1 }, 'pay', 'stopped'],
    ['of one piece', { movable: 1 }, 'split', 'one_unit'],
    ['held', { held: true }, 'split', 'held'],
    ['paid as one', { stage: 'processing' }, 'merge', 'paid_as_one'],
    ['without goods of ours', { movable: 0 }, 'merge', 'nothing_to_move'],
    ['all its own', {}, 'put_back', 'nothing_gathered'],
    ['merged', { stage: 'merged' }, 'hold', 'merged'],
    ['partly replaced', { stage: 'processing', replaced: 1 }, 'change_channel', 'replaced'],
    ['closed', { stage: 'closed', replaced: 2 }, 'cancel', 'closed'],
    ['whole', { stage: 'processing' }, 'take_back', 'nothing_removed'],
  ];
  it.each(stopped)('of an order that is %s say why', (_, more, action, reason) => {
    expect(refusalInState(action, { ...facts, ...more })).toBe(reason);
  });

  it('of a reader are those of his side, each allowed or with a sentence', () => {
    const anyFacts = fc.record({
      stage: fc.constantFrom(...stages),
      held: fc.boolean(),
      fulfilment_step: fc.constantFrom(null, ...fulfilmentSteps),
      invoiced: fc.boolean(),
      cancel_asked: fc.boolean(),
      open: fc.nat(2),
      shipped: fc.nat(2),
      added: fc.nat(1),
      added_payable: fc.boolean(),
      removed: fc.nat(1),
      movable: fc.nat(2),
      gathered: fc.nat(1),
      replaced: fc.nat(1),
      recallable: fc.nat(1),
      blocks: fc.subarray(['STORE_HOLD', 'HIGH_RISK', 'MARKED_FULFILLED_IN_STORE']),
    });
    fc.assert(
      fc.property(anyFacts, fc.constantFrom(...everybody), (order, [, who]) => {
        const actions = actionsFor(order, who);
        const isClients = ({ action }: (typeof actions)[number]) => 'feature' in Object(orderActions[action].by);
        expect(actions.map(isClients)).toEqual(actions.map(() => who.kind === 'merchant'));
        for (const { allowed, message } of actions) expect(message === null).toBe(allowed);
      }),
    );
  });
});
