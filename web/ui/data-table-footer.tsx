import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import classes from './data-table.module.css';
import { fill, useUiTexts } from './texts.tsx';
import type { TableMeta } from './data-table-props.ts';

const sizes = ['10', '20', '50', '100', '200'];

type FooterProps = { meta: TableMeta; onPage: (page: number) => void; onPerPage: (perPage: number) => void };

/** "1–10 of 1,204", rows per page, pages. */
export function TableFooter({ meta, onPage, onPerPage }: FooterProps) {
  const texts = useUiTexts();
  const number = new Intl.NumberFormat(document.documentElement.lang || 'en');
  const last = Math.max(1, Math.ceil(meta.total / meta.per_page));
  const total = number.format(meta.total) + (meta.total_is_exact ? '' : '+');
  const from = number.format((meta.page - 1) * meta.per_page + 1);
  const to = number.format(Math.min(meta.page * meta.per_page, meta.total));
  const options = sizes.includes(String(meta.per_page)) ? sizes : [String(meta.per_page), ...sizes];
  return (
    <div className={classes.footer}>
      <span role="status">{fill(texts.range, { from, to, total })}</span>
      <div className={classes.pages}>
        <NativeSelect
          size="xs"
          w={72}
          aria-label={texts.perPage}
          title={texts.perPage}
          data={options}
          value={String(meta.per_page)}
          onChange={(event) => onPerPage(Number(event.currentTarget.value))}
        />
        <ActionIcon
          size="sm"
          aria-label={texts.previousPage}
          disabled={meta.page <= 1}
          onClick={() => onPage(meta.page - 1)}
        >
          <IconChevronLeft size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
        <span className={classes.pageNumber}>
          {number.format(meta.page)} / {number.format(last)}
        </span>
        <ActionIcon
          size="sm"
          aria-label={texts.nextPage}
          disabled={meta.page >= last && meta.total_is_exact}
          onClick={() => onPage(meta.page + 1)}
        >
          <IconChevronRight size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </div>
    </div>
  );
}
