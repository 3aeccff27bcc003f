/**
 * Posts the Markdown of a step as a comment on its pull request, or changes the one that an earlier run posted there.
 *
 * `node comment.mjs REPORT KEY`: the file with the Markdown, and what tells the comments of several steps apart. The
 * token comes in AGENT_COST_TOKEN and needs `pull-requests: write`, nothing else. Whatever goes wrong is a warning in the
 * log: a comment that is missing fails no job, and the job summary has the same text.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** GitHub's limit for the body of a comment, in characters. */
const longestBody = 65_536;
/** Pull requests with more comments than 100 times this get a new one. */
const mostPages = 20;

const { AGENT_COST_TOKEN: token, GITHUB_EVENT_NAME: eventName, GITHUB_REPOSITORY: repository } = process.env;
const api = process.env.GITHUB_API_URL || 'https://api.github.com';
const [report, key] = process.argv.slice(2);

/** A line of a workflow command: `%`, CR and LF would end it or begin another. */
const oneLine = (text) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const say = (level, text) => console.log(`::${level} title=agent-cost comment::${oneLine(text)}`);

/** What GitHub answers to a request; an error with its status and message where it refuses. */
async function ask(path, method = 'GET', body = undefined) {
  const response = await fetch(`${api}${path}`, {
    method,
    headers: {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'user-agent': 'agent-cost',
      'x-github-api-version': '2022-11-28',
    },
    body: body === undefined ? undefined : JSON.stringify(body),
    // A token must not follow a redirect to another host.
    redirect: 'error',
    signal: AbortSignal.timeout(30_000),
  });
  if (response.ok) return response.json();
  const hint = [403, 404].includes(response.status) ? ' The job needs "permissions: pull-requests: write".' : '';
  throw new Error(`GitHub answered ${response.status} to ${method} ${path}.${hint}`);
}

/** The earlier comment of a bot that begins with the mark: what a person wrote is never changed. */
async function earlierComment(issue, mark) {
  for (let page = 1; page <= mostPages; page++) {
    const comments = await ask(`${issue}/comments?per_page=100&page=${page}`);
    const found = comments.find(({ body, user }) => user?.type === 'Bot' && body?.startsWith(mark));
    if (found !== undefined || comments.length < 100) return found;
  }
  return undefined;
}

/** The Markdown below the mark, cut at a line where it is longer than GitHub takes. */
function bodyOf(markdown, mark) {
  const whole = `${mark}\n${markdown}`;
  if (whole.length <= longestBody) return whole;
  const end = '\n\nThe rest is in the summary of the job.';
  const cut = whole.slice(0, longestBody - end.length);
  return cut.slice(0, cut.lastIndexOf('\n')) + end;
}

async function comment() {
  const event = JSON.parse(readFileSync(process.env.GITHUB_EVENT_PATH, 'utf8'));
  if (eventName !== 'pull_request' || !Number.isSafeInteger(event.pull_request?.number)) {
    return say('notice', `There is no pull request to comment on (event ${eventName}): see the summary of the job.`);
  }
  if (event.pull_request.head?.repo?.full_name !== repository) {
    return say('notice', 'From a fork a job may not comment: see the summary of the job.');
  }
  const mark = `<!-- agent-cost ${createHash('sha256').update(key).digest('hex').slice(0, 16)} -->`;
  const body = bodyOf(readFileSync(report, 'utf8'), mark);
  const issue = `/repos/${repository}/issues/${event.pull_request.number}`;
  const earlier = await earlierComment(issue, mark);
  if (earlier === undefined) await ask(`${issue}/comments`, 'POST', { body });
  else await ask(`/repos/${repository}/issues/comments/${earlier.id}`, 'PATCH', { body });
}

try {
  await comment();
} catch (error) {
  say('warning', `The comment could not be posted: ${error.cause?.message ?? error.message}`);
}
