-- What a person is told of their own open sessions: from where, in words of a short list, and when each was last used, roughly. It goes with the
-- session, half an hour after its beginning at the latest.
alter table auth.sessions
  add column public_id uuid not null default gen_random_uuid(),  -- names the session to its owner; it opens nothing
  add column browser text,               -- a word of the shop's own, null: none that it knows; what the browser sent is not kept
  add column system text,
  add column seen_at timestamptz;        -- null: not since the sign-in
