import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import { Trans, useTranslation } from 'react-i18next';
import { compileCss, flattenTexts } from '#contract/branding-rules.ts';
import { Panel } from '#web/ui/page.tsx';
import classes from './branding.module.css';
import { type Draft, readObject, rulesOf } from './site-draft.ts';

const menu = ['dashboard', 'stores', 'orders', 'invoices', 'wallet'] as const;

/** The frame begins as a page with the app's own styles and the scheme of the screen. */
function dress(frame: Document): void {
  const styles = document.querySelectorAll('link[rel="stylesheet"]:not([data-site]), style:not([data-site])');
  frame.head.append(...[...styles].map((style) => frame.importNode(style, true)));
  for (const { name, value } of document.documentElement.attributes) frame.documentElement.setAttribute(name, value);
}

/** A document of its own in which no script can run: the sandbox does not allow any. */
function Frame({ title, children }: { title: string; children: ReactNode }) {
  const [body, setBody] = useState<HTMLElement>();
  return (
    <>
      <iframe
        className={classes.frame}
        title={title}
        sandbox="allow-same-origin"
        srcDoc="<!doctype html><html><head></head><body></body></html>"
        onLoad={(event) => {
          const frame = event.currentTarget.contentDocument;
          if (frame === null) return;
          dress(frame);
          setBody(frame.body);
        }}
      />
      {body !== undefined && createPortal(children, body)}
    </>
  );
}

/** Words of the menu with the draft's own in them, in the language of the screen. */
function useMenuWords(draft: Draft): string[] {
  const { t, i18n } = useTranslation('shell');
  const own = new Map(flattenTexts(readObject(draft.config.custom_lang_json)?.[i18n.language]));
  return menu.map((key) => own.get(`menu.${key}`) ?? own.get(`shell.menu.${key}`) ?? t(`menu.${key}`));
}

/** How the portal looks with the draft, while it is typed. */
export function SitePreview({ draft }: { draft: Draft }) {
  const { t } = useTranslation('branding');
  const words = useMenuWords(draft);
  const { config } = draft;
  const title = config.site_title.trim() || draft.brand_name;
  return (
    <Panel title={t('sections.preview')}>
      <Frame title={t('preview.frame')}>
        <style>{compileCss(rulesOf(draft))}</style>
        <div className={classes.mini}>
          <div className={classes.miniBrowser}>
            <img src={config.meta_icon || '/favicon.svg'} alt="" width={14} height={14} />
            <span>{`${words[0] ?? ''} - ${title}`}</span>
          </div>
          <nav className={classes.miniSide}>
            <div className={classes.miniBrand}>
              {config.sidebar_logo !== '' && <img src={config.sidebar_logo} alt="" height={22} />}
              <span>{title}</span>
            </div>
            {words.map((word, index) => (
              <div key={menu[index]} className={classes.miniItem} data-active={index === 2}>
                {word}
              </div>
            ))}
          </nav>
          <main className={classes.miniPage}>
            <h1>{words[2]}</h1>
            <p>
              <Trans t={t} i18nKey="preview.text" components={{ link: <span className={classes.miniLink} /> }} />
            </p>
            <span className={classes.miniButton}>{t('preview.button')}</span>
          </main>
        </div>
      </Frame>
      <p className={classes.note}>{t('preview.note')}</p>
    </Panel>
  );
}
