import pg from 'pg';

const questions = {
  deliveries: `SELECT state, note, count(*)::int FROM webhook_inbox GROUP BY 1, 2`,
  stores: `SELECT status, status_reason, paused FROM stores`,
  orders: `SELECT stage, count(*)::int FROM orders GROUP BY 1`,
  blocks: `SELECT code, count(*)::int FROM order_blocks GROUP BY 1`,
  tasks: `SELECT t.identifier, j.key, j.attempts, j.max_attempts, j.run_at, j.locked_by, left(j.last_error, 300) AS last_error, now()
    FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id ORDER BY j.run_at LIMIT 20`,
  queues: `SELECT queue_name, locked_by, locked_at FROM graphile_worker._private_job_queues WHERE locked_by IS NOT NULL`,
};

/** What waits in the portal's database, for the message of a run whose work stands still. */
export async function describeStandstill(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const lines: string[] = [];
    for (const [name, question] of Object.entries(questions)) {
      const found = await client.query(question).catch((error: Error) => ({ rows: [error.message] }));
      lines.push(`${name}: ${JSON.stringify(found.rows)}`);
    }
    return lines.join('\n');
  } finally {
    await client.end();
  }
}
