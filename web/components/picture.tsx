import { IconPhoto } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import classes from './picture.module.css';

/** A product's picture from this server, or a quiet placeholder of the same size. Decoration: the name stands beside it. */
export function Picture({ url, size = 32 }: { url: string | null | undefined; size?: number }) {
  return (
    <span className={classes.frame} style={{ '--picture-size': `${size}px` } as CSSProperties}>
      {url ? (
        <img src={url} alt="" width={size} height={size} loading="lazy" decoding="async" />
      ) : (
        <IconPhoto size={size / 2} stroke={1.5} aria-hidden />
      )}
    </span>
  );
}
