/* The text of the page of all tables. */

export const ABOUT = [
  'For people who look up the number of one arm, start or seed. The question: within a training ' +
    'batch, later rollouts of a task see critiques of earlier failed ones. How much more does a ' +
    'small policy then solve **without critiques**, after the same number of tasks, than with ' +
    'plain training? [After 2,560 tasks](at-2560-tasks.md) has the method, the conclusions and ' +
    'their limits. The published records are of phone-call-v1, a world that was removed after ' +
    'commit 5a073aa3. Nothing here is about language models.',
  '`npm run experiment -- --report-only` writes this page from `runs.jsonl` (every point of ' +
    'every curve), `learning-rates.json` and `sessions.json`.',
].join('\n\n')

export const OVERVIEW =
  'A row is a setting: the success of the policy before training (highest start: about 12 %, ' +
  'middle: 2 %, lowest: 0.5 %), and what differs from the usual setting. That has phone calls ' +
  'with 100 companies, a linear policy that makes medium use of critiques, and GRPO. *Plain* is ' +
  'the success of the first try after training without feedback. The other columns are ' +
  'differences from it in percentage points on the same seeds: above 0, the arm is better. All ' +
  'success is measured without critiques. *Guided* shows critiques and trains with them in the ' +
  'prompt; *clean-prompt loss* shows them and trains without them; *critique as label* shows ' +
  'none and uses them as supervised targets. In brackets are 95 % intervals, and a dash means ' +
  'that the arm was not run. **The row of DAPO decides nothing**: its learning rates are not ' +
  'those that the grid chooses (*void* below).'

export const HOW_TO_READ = [
  'Each section below is a setting, with its curves and with tables that unfold. A row of a ' +
    'table is an arm.',
  '',
  '- **Success** is the share of fresh tasks that the policy solves, in percent, with 95 % ' +
    "intervals by Student's t over seeds. If nothing else is said, it is *clean*: the first try, " +
    'with no critique in the prompt, on companies that occur in training. For problems with a ' +
    'tutor, *unseen* means numbers that training never has.',
  '- **Minus plain** is the difference from plain training on the same seeds, in points. Above ' +
    '0, the arm is better.',
  '- **Ratios** (*tasks to 30 %*, costs) are what plain training needs, divided by what the ' +
    'arm needs. Above 1, the arm needs less. They are geometric means over seeds, with intervals ' +
    'over logarithms.',
  '- **(censored a/b)**: *a* runs of plain and *b* runs of the arm never reached the threshold, ' +
    'and their pairs are compared up to the same number of tasks. So the true ratio is larger ' +
    '(≥), smaller (≤) or may be either (≈). *Neither arrived*: no run of either did.',
  '- **Verdict** on a ratio: *needs fewer* or *needs more* tasks than plain. A *tie* lies within ' +
    '1 ÷ 1.2 and 1.2. *Not decided*: the interval or censored runs leave it open. *Too few ' +
    'seeds*: fewer than ten. *Void*: the arm or plain training was run at another learning rate ' +
    'than the grid chooses after equal tasks, so the row decides nothing.',
  '- **Rate** is the learning rate. **Reached 70, 50, 30 %** counts the runs that came to these ' +
    'shares. **Mean until then** is the mean success over all tasks drawn.',
  '- **≤ 1 critique** and **≤ 4 critiques** are tasks solved by the first try or after so much ' +
    'help. A dash: runs of the arm end after another number of tasks, where this was not measured.',
  '- **At equal amounts** reads each pair where its shorter run ends: at equal tokens, and at ' +
    'equal tasks if the arm draws another number of tasks.',
  '- **Costs to 30 %** are ratios too. *Turns in sequence* are turns that wait for each other, ' +
    'because a later rollout needs an earlier critique; they stand for training time on many ' +
    'machines.',
  '- **Success by level** is clean success by the difficulty of the task (its level), without ' +
    'intervals.',
].join('\n')
