-- What the tutor keeps of finished learning sessions. A session's rows are
-- named by its structured id and the run that ended it, since two sessions
-- of one second have one structured id. user_id is the chat session of a
-- user who has not said who they are. "IF NOT EXISTS": databases of version
-- 0.1 have these tables from a migration of the house.

-- +goose Up
CREATE TABLE IF NOT EXISTS tutor_learners (
    user_id         text   NOT NULL PRIMARY KEY,
    user_type       text   NOT NULL, -- beginner | advanced
    current_chapter bigint NOT NULL,
    updated_at      bigint NOT NULL
);

CREATE TABLE IF NOT EXISTS tutor_conversations (
    session_id         text   NOT NULL, -- user123_ch1_session001_20250805_143052
    run_id             text   NOT NULL,
    chat_session_id    text   NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    user_id            text   NOT NULL,
    chapter            bigint NOT NULL,
    session_start_time bigint NOT NULL,
    session_end_time   bigint NOT NULL,
    summary            text   NOT NULL,
    conversations      text   NOT NULL,
    PRIMARY KEY (session_id, run_id)
);
CREATE INDEX IF NOT EXISTS tutor_conversations_by_user ON tutor_conversations (user_id, session_end_time DESC, session_id DESC);
CREATE INDEX IF NOT EXISTS tutor_conversations_in_chat ON tutor_conversations (chat_session_id);

CREATE TABLE IF NOT EXISTS tutor_quizzes (
    session_id       text   NOT NULL,
    run_id           text   NOT NULL,
    chat_session_id  text   NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    user_id          text   NOT NULL,
    user_type        text   NOT NULL,
    chapter          bigint NOT NULL,
    session_count    bigint NOT NULL, -- 1 to 3
    topic            text   NOT NULL,
    question_number  bigint NOT NULL,
    question_type    text   NOT NULL,
    is_correct       bigint NOT NULL, -- 0 or 1, of a subjective question 0 to 100
    score            bigint NOT NULL, -- 0 to 100 of both
    passed           bigint NOT NULL, -- 0 or 1
    decision         text   NOT NULL, -- proceed | retry
    hint_count       bigint NOT NULL,
    study_day        text   NOT NULL, -- YYYY-MM-DD in Korea
    created_at       bigint NOT NULL,
    question_content text   NOT NULL,
    user_answer      text   NOT NULL,
    feedback         text   NOT NULL,
    PRIMARY KEY (session_id, run_id)
);
CREATE INDEX IF NOT EXISTS tutor_quizzes_by_user ON tutor_quizzes (user_id, created_at DESC, session_id DESC);
CREATE INDEX IF NOT EXISTS tutor_quizzes_in_chat ON tutor_quizzes (chat_session_id);

CREATE TABLE IF NOT EXISTS tutor_learning_stats (
    user_id        text   NOT NULL,
    chapter        bigint NOT NULL,
    learning_count bigint NOT NULL, -- sessions of all time
    session_count  bigint NOT NULL, -- of the newest session, 1 to 3
    correct_count  bigint NOT NULL,
    score_total    bigint NOT NULL,
    best_score     bigint NOT NULL,
    last_score     bigint NOT NULL,
    completion_ms  bigint NOT NULL,
    updated_at     bigint NOT NULL,
    PRIMARY KEY (user_id, chapter)
);

CREATE TABLE IF NOT EXISTS tutor_study_days (
    user_id   text   NOT NULL,
    study_day text   NOT NULL,
    sessions  bigint NOT NULL,
    PRIMARY KEY (user_id, study_day)
);

-- +goose Down
DROP TABLE tutor_study_days;
DROP TABLE tutor_learning_stats;
DROP TABLE tutor_quizzes;
DROP TABLE tutor_conversations;
DROP TABLE tutor_learners;
