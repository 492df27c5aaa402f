-- The account's staff role when the session began, null without one. It stands as is_admin does: as long as the account's stream is at
-- account_version. A process of the release before writes none, so what it begins gives no more than a user may.
alter table auth.sessions add column staff_role text;
