import { Button, type ButtonProps } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';

type ToolButtonProps = ButtonProps & ComponentPropsWithRef<'button'> & { label: string; icon: Icon };

/** A button at the end of a list's filter row: its icon and its word. */
export function ToolButton({ label, icon: Picture, ...rest }: ToolButtonProps) {
  return (
    <Button variant="default" fw={400} leftSection={<Picture size={16} stroke={1.75} aria-hidden />} {...rest}>
      {label}
    </Button>
  );
}
