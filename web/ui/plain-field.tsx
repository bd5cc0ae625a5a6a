import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import classes from './plain.module.css';

type Said = { label: string; error?: string | undefined; help?: string };
type InputProps = Omit<ComponentProps<'input'>, 'id' | 'className'>;

export type PlainFieldProps = Said & InputProps;

/** Ids and aria words that tie a field to its help and its error. */
function useSaid({ error, help }: Said) {
  const id = useId();
  const described = [help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ');
  return {
    id,
    aria: { id, 'aria-invalid': error !== undefined, 'aria-describedby': described === '' ? undefined : described },
  };
}

type FrameProps = Said & { id: string; children: ReactNode };

function Frame({ id, label, error, help, children }: FrameProps) {
  return (
    <div className={classes.field}>
      <label className={classes.label} htmlFor={id}>
        {label}
      </label>
      {children}
      {help !== undefined && (
        <p className={classes.help} id={`${id}-help`}>
          {help}
        </p>
      )}
      {error !== undefined && (
        <p className={classes.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

/** A text field of the screens before the component library: label above, help and error below. */
export function PlainField({ label, error, help, ...input }: PlainFieldProps) {
  const said = help === undefined ? { label, error } : { label, error, help };
  const { id, aria } = useSaid(said);
  return (
    <Frame {...said} id={id}>
      <input className={classes.input} type="text" {...input} {...aria} />
    </Frame>
  );
}

export type PlainPasswordProps = PlainFieldProps & { showLabel: string; hideLabel: string };

/** A password field whose text can be shown. */
export function PlainPassword({ label, error, help, showLabel, hideLabel, ...input }: PlainPasswordProps) {
  const said = help === undefined ? { label, error } : { label, error, help };
  const { id, aria } = useSaid(said);
  const [shown, setShown] = useState(false);
  const Icon = shown ? IconEyeOff : IconEye;
  return (
    <Frame {...said} id={id}>
      <div className={classes.box}>
        <input
          className={`${classes.input} ${classes.withPeek}`}
          {...input}
          {...aria}
          type={shown ? 'text' : 'password'}
        />
        <button
          type="button"
          className={classes.peek}
          aria-label={shown ? hideLabel : showLabel}
          aria-controls={id}
          onClick={() => setShown(!shown)}
        >
          <Icon size={18} stroke={1.5} aria-hidden />
        </button>
      </div>
    </Frame>
  );
}

/** A checkbox with its sentence. */
export function PlainCheck({ label, error, ...input }: Omit<PlainFieldProps, 'help'>) {
  const { id, aria } = useSaid({ label, error });
  return (
    <div className={classes.field}>
      <label className={classes.check} htmlFor={id}>
        <input {...input} {...aria} type="checkbox" />
        {label}
      </label>
      {error !== undefined && (
        <p className={classes.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
