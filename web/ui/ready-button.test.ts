import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { ReadyButton, type Readiness } from './ready-button.tsx';

/** What is said above the button, whether it is named by it, and how the button stands. */
function shown(readiness: Readiness) {
  const button = createElement(ReadyButton, readiness, 'Pay');
  const html = renderToStaticMarkup(createElement(MantineProvider, null, button));
  const [, id, says] = /<p id="([^"]+)"[^>]*>([^<]*)/.exec(html) ?? [];
  return {
    says,
    named: id !== undefined && html.includes(`aria-describedby="${id}"`),
    disabled: html.includes(' disabled=""'),
    loading: html.includes('data-loading="true"'),
  };
}

it('says above a disabled button what is missing', () => {
  expect(shown({})).toEqual({ says: undefined, named: false, disabled: false, loading: false });
  expect(shown({ missing: 'Choose a method.' })).toEqual({
    says: 'Choose a method.',
    named: true,
    disabled: true,
    loading: false,
  });
});

it('is busy while what it needs is on its way, and says when that did not come', () => {
  const waiting = { says: undefined, named: false, disabled: true, loading: true };
  expect(shown({ missing: 'Choose a method.', needs: { isLoading: true } })).toEqual(waiting);
  expect(shown({ needs: { isLoading: false, isPlaceholderData: true } })).toEqual(waiting);
  expect(shown({ needs: { isLoading: false, error: new Error('offline') } })).toMatchObject({
    says: 'Some data could not be loaded. Try again or reopen this.',
    disabled: true,
    loading: false,
  });
});
