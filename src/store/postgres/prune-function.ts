/** Pieces of the function that came with a later version of the schema. */
interface PruneTexts {
  readonly parameters: string
  readonly first: string
}

/**
 * Takes out old episodes among the next so many by key, under the lock of all writers; behind the
 * last one, worlds that no episode uses and marks of groups that have none.
 */
export const pruneFunction = (texts?: PruneTexts): string => `
CREATE FUNCTION prune_slice(
  p_before_ms bigint, p_open boolean, p_after bigint, p_size integer, p_worlds text[],
  OUT last_key bigint, OUT removed bigint, OUT is_end boolean${texts?.parameters ?? ''}
) LANGUAGE plpgsql AS $$
DECLARE
  v_keys bigint[];
  v_ids text[];
  v_seen bigint;
BEGIN
  PERFORM FROM log_head FOR UPDATE;
  SELECT coalesce(max(key), p_after), count(*),
    coalesce(array_agg(key) FILTER (WHERE is_old), '{}'),
    coalesce(array_agg(id) FILTER (WHERE is_old), '{}')
    INTO last_key, v_seen, v_keys, v_ids
    FROM (SELECT e.key, e.id, coalesce(last.wall_ms, e.updated_ms) < p_before_ms
        AND (p_open OR e.end_reason IS NOT NULL) AS is_old
      FROM (SELECT * FROM episode WHERE key > p_after ORDER BY key LIMIT p_size) AS e
      LEFT JOIN LATERAL (SELECT wall_ms FROM event WHERE episode_key = e.key
        ORDER BY position DESC LIMIT 1) AS last ON e.end_reason IS NULL) AS looked;
  removed := cardinality(v_keys);
  is_end := v_seen < p_size;
  IF removed > 0 THEN
    UPDATE run_mean AS m SET pruned_episodes = m.pruned_episodes + gone.episodes,
      pruned_total = m.pruned_total + gone.total
      FROM (SELECT principal, run, condition, count(*) AS episodes, sum(total) AS total
        FROM episode WHERE key = ANY (v_keys) AND counted GROUP BY 1, 2, 3) AS gone
      WHERE m.principal = gone.principal AND m.run = gone.run AND m.condition = gone.condition;
${texts?.first ?? ''}    DELETE FROM event WHERE episode_key = ANY (v_keys);
    DELETE FROM critique WHERE episode = ANY (v_ids);
    DELETE FROM revocation WHERE episode = ANY (v_ids);
    DELETE FROM episode WHERE key = ANY (v_keys);
  END IF;
  IF is_end THEN
    DELETE FROM world WHERE added_ms < p_before_ms AND hash <> ALL (p_worlds)
      AND NOT EXISTS (SELECT FROM episode WHERE world_hash = world.hash);
    DELETE FROM group_place AS g WHERE NOT EXISTS (SELECT FROM episode AS e
      WHERE e.principal = g.principal AND e.run = g.run AND e.group_id = g.group_id);
  END IF;
END $$;
`
