#!/usr/bin/env bash
# The step of action.yml. Inputs come in AGENT_COST_* variables, so that no workflow text becomes part of this script.
set -uo pipefail

# Only the comment needs the token: no other program of this step sees it.
token=$AGENT_COST_TOKEN
unset AGENT_COST_TOKEN

wrong_use() {
  echo "::error title=agent-cost::$1"
  exit 2
}

case "$AGENT_COST_RUN" in
  check | watch | 'check watch') ;;
  *) wrong_use "The input run must be check, watch or check watch (got $AGENT_COST_RUN)." ;;
esac
case "$AGENT_COST_FAIL" in
  true | false) ;;
  *) wrong_use "The input fail must be true or false (got $AGENT_COST_FAIL)." ;;
esac
case "$AGENT_COST_COMMENT" in
  true | false) ;;
  *) wrong_use "The input comment must be true or false (got $AGENT_COST_COMMENT)." ;;
esac
# There the token of the job may write, and the checkout may be a stranger's.
if [ "$AGENT_COST_COMMENT" = true ] && [ "${GITHUB_EVENT_NAME:-}" = pull_request_target ]; then
  wrong_use "The input comment is for the event pull_request: never run a pull request's files on pull_request_target."
fi

# A pull request may bring symbolic links: none may lead a file of the workflow out of the checkout.
checkout=$(cd -P -- "${GITHUB_WORKSPACE:-.}" && pwd)
cd -P .
refuse_link() {
  local folder logical physical
  folder=$(dirname -- "$2")
  if [ -z "$2" ] || [ ! -d "$folder" ]; then return; fi
  logical=$(cd -L -- "$folder" && pwd -L)
  physical=$(cd -P -- "$folder" && pwd -P)
  case "$logical/" in
    "$checkout"/*)
      if [ "$logical" != "$physical" ] || [ -L "$2" ]; then
        wrong_use "The input $1 must not be, or lead through, a symbolic link (got $2)."
      fi
      ;;
  esac
}
refuse_link file "$AGENT_COST_FILE"
refuse_link baseline "$AGENT_COST_BASELINE"
refuse_link comment-file "$AGENT_COST_COMMENT_FILE"

# Without a version only the installed package runs: whatever bears its name on the registry is never fetched unasked.
agent_cost() {
  if [ -n "$AGENT_COST_VERSION" ]; then npx --yes -- "agent-cost@$AGENT_COST_VERSION" "$@"; else npx --no -- agent-cost "$@"; fi
}

# npx itself exits with 1 where there is no package, which must not look like over budget.
if ! agent_cost --version >/dev/null; then
  if [ -n "$AGENT_COST_VERSION" ]; then wrong_use "npm has no agent-cost@$AGENT_COST_VERSION: the line above says why."; fi
  wrong_use "agent-cost is not installed here: install it in a step before, or set the input version."
fi

report=$(mktemp)
trap 'rm -f "$report"' EXIT
highest=0
over=false
for command in $AGENT_COST_RUN; do
  arguments=("$command" "$AGENT_COST_FILE")
  if [ "$command" = watch ]; then
    arguments+=("--days=$AGENT_COST_DAYS")
  fi
  if [ -n "$AGENT_COST_BASELINE" ]; then
    arguments+=("--baseline=$AGENT_COST_BASELINE")
  fi
  agent_cost "${arguments[@]}" >>"$report"
  code=$?
  echo >>"$report"
  if [ "$code" -gt "$highest" ]; then highest=$code; fi
  if [ "$code" -eq 1 ]; then over=true; fi
  if [ "$code" -gt 1 ]; then
    echo "agent-cost $command failed with exit code $code: the log of the step says why." >>"$report"
    echo "::error title=agent-cost $command::It failed with exit code $code: the line above says why."
  fi
done

cat "$report"
cat "$report" >>"$GITHUB_STEP_SUMMARY"
if [ -n "$AGENT_COST_COMMENT_FILE" ]; then cp "$report" "$AGENT_COST_COMMENT_FILE" || exit 1; fi
if [ "$AGENT_COST_COMMENT" = true ]; then
  AGENT_COST_TOKEN=$token node "$GITHUB_ACTION_PATH/comment.mjs" "$report" "$AGENT_COST_RUN ${PWD#"$checkout"}/$AGENT_COST_FILE"
fi
{
  echo "exit-code=$highest"
  echo "over=$over"
} >>"$GITHUB_OUTPUT"

if [ "$highest" -eq 1 ]; then
  if [ "$AGENT_COST_FAIL" = false ]; then
    echo "::warning title=agent-cost::Over budget."
    exit 0
  fi
  echo "::error title=agent-cost::Over budget."
fi
exit "$highest"
