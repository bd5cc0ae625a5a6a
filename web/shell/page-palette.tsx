import { Modal } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { useTopmost } from '../ui/use-topmost.ts';
import { PaletteBody } from './palette-body.tsx';

/** Opens and closes the palette with Ctrl K or Cmd K, in fields too. */
export function usePaletteKey(toggle: () => void): void {
  useHotkeys([['mod+K', toggle]], []);
}

/** Finds pages by name, typing errors forgiven, and records by number; Enter goes to the first. */
export function PagePalette({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal.Root
      opened={opened}
      onClose={onClose}
      closeOnEscape={useTopmost(opened)}
      size={560}
      yOffset="12vh"
      centered={false}
      transitionProps={{ duration: 0 }} // there before the next key comes
      returnFocus={false} // its body sees to it
    >
      <Modal.Overlay backgroundOpacity={0.3} />
      <Modal.Content aria-label={t('navbar.search')}>
        <PaletteBody onClose={onClose} />
      </Modal.Content>
    </Modal.Root>
  );
}
