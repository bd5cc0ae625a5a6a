import { beforeEach, describe, expect, it } from 'vitest';
import type { PublicSite } from '#contract/branding.ts';
import { mergeCopy, referralHidden, siteConfig } from './site-config.ts';

const given: PublicSite = {
  ...siteConfig.get(),
  domain: 'a.example',
  brand_name: 'Acme',
  revision: 'r1',
  site_title: 'A',
};

describe('the copy of the configuration kept here', () => {
  it.each([undefined, null, 'text', 12, [], { revision: 'r0', site_title: 'Old' }, { site_title: 'No revision' }])(
    'counts for nothing when it is foreign or old: %j',
    (copy) => {
      expect(mergeCopy(given, copy)).toEqual(given);
    },
  );

  it('counts field by field while it is of the same revision', () => {
    const texts = { en: { 'menu.orders': 'Deals' } };
    const copy = {
      ...given,
      custom_lang_json: texts,
      site_title: 7,
      custom_css_urls: {},
      reauthorize_deadline: '2027-01-01',
    };
    expect(mergeCopy(given, copy)).toEqual({ ...given, custom_lang_json: texts, reauthorize_deadline: '2027-01-01' });
  });
});

describe('the affiliate page', () => {
  beforeEach(() => siteConfig.set(given));

  it('is in the menu only when the stored configuration has display_referral true', { tags: ['S19', 'S2-32'] }, () => {
    expect(referralHidden()).toBe(true);
    siteConfig.set({ ...given, display_referral: true });
    expect(referralHidden()).toBe(false);
  });
});
