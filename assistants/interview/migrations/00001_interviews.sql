-- What the interviewer keeps of practice interviews, all of it masked. user_id is
-- the chat session of a candidate who has not said who they are; interview_id is
-- the chat session with a number behind it, since a chat may hold several.

-- +goose Up
CREATE TABLE interview_results (
    interview_id    text   NOT NULL PRIMARY KEY,
    chat_session_id text   NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    user_id         text   NOT NULL,
    plan            text   NOT NULL,
    ended_by        text   NOT NULL, -- precision | number | time | pool | user
    scored          bigint NOT NULL,
    score           bigint NOT NULL, -- 0 to 100, the mean
    theta           double precision NOT NULL,
    standard_error  double precision NOT NULL,
    review          text   NOT NULL, -- none | pending | approved | edited | rejected
    reviewer        text   NOT NULL,
    summary         text   NOT NULL, -- '' until it is approved
    started_at      bigint NOT NULL,
    ended_at        bigint NOT NULL
);
CREATE INDEX interview_results_by_user ON interview_results (user_id, ended_at DESC, interview_id DESC);
CREATE INDEX interview_results_in_chat ON interview_results (chat_session_id);

CREATE TABLE interview_answers (
    interview_id    text   NOT NULL,
    question_id     text   NOT NULL,
    chat_session_id text   NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    user_id         text   NOT NULL,
    category        text   NOT NULL,
    difficulty      bigint NOT NULL, -- 0 to 100
    score           bigint NOT NULL, -- 0 to 100
    skipped         bigint NOT NULL, -- 0 or 1
    hints           bigint NOT NULL,
    graded_by       text   NOT NULL, -- rubric, or the model's name
    marks           text   NOT NULL, -- JSON: key points with the words that earned them
    created_at      bigint NOT NULL,
    PRIMARY KEY (interview_id, question_id)
);
CREATE INDEX interview_answers_by_user ON interview_answers (user_id, created_at DESC, question_id DESC);
CREATE INDEX interview_answers_in_chat ON interview_answers (chat_session_id);

-- +goose Down
DROP TABLE interview_answers;
DROP TABLE interview_results;
