import { Notifications, notifications } from '@mantine/notifications';
import { IconAlertCircle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import classes from './toast.module.css';

const looks = {
  success: { icon: IconCheck, className: classes.success },
  info: { icon: IconInfoCircle, className: classes.info },
  error: { icon: IconAlertCircle, className: classes.error },
} as const;

/** Shows a text for `ms` milliseconds; hovering keeps it. Equal texts are the caller's matter (`web/api/toasts.ts`). */
export function showToast(kind: keyof typeof looks, text: string, ms: number): void {
  const { icon: Icon, className } = looks[kind];
  notifications.show({
    message: text,
    autoClose: ms,
    icon: <Icon size={18} stroke={1.75} aria-hidden />,
    role: kind === 'error' ? 'alert' : 'status',
    classNames: { root: `${classes.toast} ${className}`, icon: classes.icon ?? '', description: classes.text ?? '' },
    withCloseButton: false, // gone by itself; hovering keeps it
  });
}

/** The place where toasts appear; once, at the root. */
export function ToastHost() {
  return (
    <Notifications
      position="top-center"
      limit={4}
      zIndex={1000}
      transitionDuration={140}
      containerWidth={420}
      classNames={{ root: classes.host ?? '' }}
    />
  );
}
