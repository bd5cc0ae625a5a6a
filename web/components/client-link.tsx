import { Anchor } from '@mantine/core';
import type { MouseEvent, ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { chooseClient } from '../api/client-choice.ts';
import { useMayLose } from './unsaved.tsx';

type Client = { id: string; number: number; name: string };

/** Leads staff to a page of a client, whom it chooses on the way; asks first where something typed would be lost. */
export function useGoToClient(): (client: Client, to: string) => Promise<void> {
  const mayLose = useMayLose();
  const navigate = useNavigate();
  return async ({ id, name, number }, to) => {
    if (!(await mayLose())) return;
    chooseClient({ id, label: `${name} · ${number}` });
    await navigate(to);
  };
}

type ClientLinkProps = {
  to: string;
  /** Whose page it is, for staff; merchants have their own alone. */
  client?: Client | undefined;
  /** Within a sentence, where its color alone wouldn't tell it from the words beside it. */
  underline?: 'always';
  children: ReactNode;
};

/** A link to a page of a merchant, for the merchant and for staff alike. */
export function ClientLink({ to, client, underline, children }: ClientLinkProps) {
  const go = useGoToClient();
  const handleClick = (event: MouseEvent) => {
    if (client === undefined) return;
    event.preventDefault();
    void go(client, to);
  };
  return (
    <Anchor component={Link} to={to} inherit {...(underline && { underline })} onClick={handleClick}>
      {children}
    </Anchor>
  );
}
