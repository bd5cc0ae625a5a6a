import i18next from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, it } from 'vitest';
import { lists as english } from '#web/i18n/en/lists.ts';
import { lists as chinese } from '#web/i18n/zh/lists.ts';
import { useClientEmpty } from './client-empty.ts';
import { type Profile, SessionContext } from './session.tsx';

const own = { drawing: 'box', title: 'Your orders appear here', text: 'Connect a store.', action: 'Connect' } as const;

/** What an empty list of orders says to a reader with these roles. */
async function emptyFor(roles: Profile['roles'], language: 'en' | 'zh' = 'en') {
  const i18n = i18next.createInstance();
  await i18n.init({ lng: language, resources: { en: { lists: english }, zh: { lists: chinese } } });
  let said: unknown;
  const Page = () => {
    said = useClientEmpty()('orders', own);
    return null;
  };
  const profile = { roles } as Profile;
  const session = { profile } as React.ContextType<typeof SessionContext>;
  const page = createElement(SessionContext, { value: session }, createElement(Page));
  renderToStaticMarkup(createElement(I18nextProvider, { i18n }, page));
  return said;
}

it('tells staff that a client has none, without the next step that is the client’s', async () => {
  expect(await emptyFor(['agent'])).toEqual({ drawing: 'box', title: 'This client has no orders yet' });
  expect(await emptyFor(['agent'], 'zh')).toEqual({ drawing: 'box', title: '该客户还没有订单' });
});

it('keeps what the page says to the account’s own users', async () => {
  expect(await emptyFor([])).toEqual(own);
});
