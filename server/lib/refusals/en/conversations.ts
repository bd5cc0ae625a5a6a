export const conversations = {
  acting: 'Messages can’t be sent on the client’s behalf. Reply from Messages instead.',
} as const;
