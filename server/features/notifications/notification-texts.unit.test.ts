import { describe, expect, it } from 'vitest';
import { eventWords } from './notification-texts.ts';

const recharge = (locale: 'en' | 'zh', reason: string) =>
  eventWords(locale, 'recharge_rejected', { number: 'RC-1', reason }).lead;

describe('the words of an event', () => {
  it('end a reason that someone typed before the next sentence', () => {
    expect(recharge('en', 'the slip is cut off ')).toContain(': the slip is cut off. Upload new proof');
    expect(recharge('en', 'Is this your account?')).toContain(': Is this your account? Upload new proof');
    expect(recharge('zh', '凭证不完整')).toContain('：凭证不完整。 请在该充值中');
  });

  it('say nothing of paid orders where automatic payment paid none', () => {
    const left = { store: 'Harbour & Pine', left: 3, amount: 0, currency: 'USD' };
    expect(eventWords('en', 'autopay_left', { ...left, orders: 0 }).lead).toBe(
      '3 orders couldn’t be paid automatically. See the reason for each.',
    );
    expect(eventWords('en', 'autopay_left', { ...left, orders: 1, amount: 1250 }).lead).toBe(
      'We paid 1 order of Harbour & Pine (12.50 USD). 3 orders couldn’t be paid automatically. See the reason for each.',
    );
  });
});
