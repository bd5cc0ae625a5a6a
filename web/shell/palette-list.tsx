import { IconExternalLink } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './page-palette.module.css';
import { type Found, leadsOut } from './page-search.ts';
import type { FoundGroups } from './use-found.ts';

type ListProps = {
  id: string;
  groups: FoundGroups['groups'];
  chosen: Found | undefined;
  onPoint: (found: Found) => void;
  onGo: (found: Found) => void;
};

/** What was found, group by group; the field keeps the focus and names the chosen option. */
export function PaletteList({ id, groups, chosen, onPoint, onGo }: ListProps) {
  const { t } = useTranslation();
  const order = groups.flatMap((group) => group.found);
  return (
    <div id={id} className={classes.list} role="listbox" aria-label={t('navbar.search')} hidden={order.length === 0}>
      {groups.map(({ name, found }) => (
        <div key={name} role="group" aria-label={name === 'pages' ? t('navbar.pages') : t(`menu.${name}`)}>
          <div className={classes.group} aria-hidden="true">
            {name === 'pages' ? t('navbar.pages') : t(`menu.${name}`)}
          </div>
          {found.map((one) => (
            <Option
              key={one.key}
              id={`${id}-${order.indexOf(one)}`}
              found={one}
              chosen={one === chosen}
              onPoint={() => onPoint(one)}
              onGo={() => onGo(one)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

type OptionProps = { id: string; found: Found; chosen: boolean; onPoint: () => void; onGo: () => void };

function Option({ id, found, chosen, onPoint, onGo }: OptionProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (chosen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the combobox field handles the keys
    <div
      ref={row}
      id={id}
      className={classes.option}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      onMouseMove={onPoint}
      onClick={onGo}
    >
      <span className={classes.title}>{found.title}</span>
      {found.detail !== undefined && <span className={classes.detail}>{found.detail}</span>}
      {leadsOut(found) && <IconExternalLink size={14} stroke={1.75} aria-hidden />}
    </div>
  );
}
