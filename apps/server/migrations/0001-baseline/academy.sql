-- Progress in the academy, attempts at its quizzes, and what readers report and rate. Articles are
-- files of the release: their aliases name no row.

create table academy_progress (
  user_id uuid not null references users on delete cascade,
  alias text not null,
  state text not null check (state in ('started', 'read', 'completed')),
  best_percent integer,
  attempts integer not null default 0,
  started_at timestamptz not null,
  completed_at timestamptz,
  primary key (user_id, alias),
  check ((state = 'completed') = (completed_at is not null))
);

-- The newest attempts of each user at each quiz.
create table academy_attempts (
  id bigint generated always as identity primary key,
  user_id uuid not null references users on delete cascade,
  alias text not null,
  quiz_version text not null,
  answers jsonb not null,
  percent integer not null,
  passed boolean not null,
  created_at timestamptz not null
);

create index academy_attempts_of_user on academy_attempts (user_id, alias, id);

-- `rater` is an account, or a salted hash of where the reader came from.
create table article_ratings (
  alias text not null,
  rater text not null,
  helpful boolean not null,
  rated_at timestamptz not null,
  primary key (alias, rater)
);

create table question_reports (
  id bigint generated always as identity primary key,
  alias text not null,
  question text not null,
  quiz_version text not null,
  reporter text not null,
  text text not null,
  created_at timestamptz not null,
  closed_at timestamptz,
  closed_by text,
  closing_note text
);

create unique index question_reports_open on question_reports (alias, question, reporter)
  where closed_at is null;

create index question_reports_queue on question_reports (((closed_at is not null)), id);
