import { actingLost } from '#server/http/actor.ts';
import { setActing } from './session.db.ts';

export function subscribeSession(): void {
  actingLost.on(stopActing);
}

const stopActing: Parameters<typeof actingLost.on>[0] = (ctx, { session_id }) => setActing(ctx, session_id, null);
