import { useEffect, useRef } from 'react';
import classes from './safe-html.module.css';

type SafeHtmlProps = {
  html: string;
  /** Changes the words between the tags, never the tags. */
  replace?: (text: string) => string;
};

const asItIs = (text: string) => text;

/** Shows HTML that others wrote: sanitised by an allow-list, links in a new tab; the sanitiser comes when it is needed. */
export function SafeHtml({ html, replace = asItIs }: SafeHtmlProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let gone = false;
    void import('./sanitise.ts').then(({ sanitise }) => {
      if (!gone) place.current?.replaceChildren(sanitise(html, replace));
    });
    return () => {
      gone = true;
    };
  }, [html, replace]);
  return <div ref={place} className={classes.html} />;
}
