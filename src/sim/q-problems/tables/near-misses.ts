import { byName } from '../../by-name.ts'
import type { NearMisses } from '../near-misses.ts'

/** Near misses by problem, written by test/q-problems/write.ts. */
export const NEAR_MISSES = byName<NearMisses>({
  'sum-of-squares': {
    steps: 1000,
    written: ['solve:{[a0]  whole[(distinct a0)]}', 'solve:{[a0]  whole[((5&count a0)#a0)]}'],
  },
  'digit-sum': { steps: 1000, written: ['31-32:1'] },
  'greatest-common-divisor': { steps: 1000, written: ['13-41:do[5;if[b>0;t:b;b:a mod b;a:t]]'] },
  'collatz-steps': { steps: 1000, written: ['solve:{[a0]  whole[(-1+2*(a0+1)div 2)]}'] },
  'round-down-to-multiple': {
    steps: 1000,
    written: [
      'solve:{[a0;a1]  whole[a0;(distinct a1)]}',
      'solve:{[a0;a1]  whole[(10&a0);a1]}',
      'solve:{[a0;a1]  whole[a0;((5&count a1)#a1)]}',
      'solve:{[a0;a1]  whole[(-1+2*(a0+1)div 2);a1]}',
    ],
  },
  'to-fahrenheit': {
    steps: 1000,
    written: [
      'solve:{[a0]  whole[((5&count a0)#a0)]}',
      'solve:{[a0]  whole[(distinct a0)]}',
      'solve:{[a0] abs whole[a0]}',
    ],
  },
  'geometric-sum': {
    steps: 1000,
    written: [
      'solve:{[a0;a1;a2]  whole[(2|a0);a1;a2]}',
      'solve:{[a0;a1;a2] abs whole[a0;a1;a2]}',
      '21-25:',
    ],
  },
  clamp: {
    steps: 1000,
    written: [
      'solve:{[a0;a1;a2]  whole[a0;(10&a1);a2]}',
      'solve:{[a0;a1;a2]  whole[a0;a1;(distinct a2)]}',
      'solve:{[a0;a1;a2]  whole[a0;a1;((5&count a2)#a2)]}',
    ],
  },
  'mean-absolute-deviation': {
    steps: 1000,
    written: [
      'solve:{[a0]  whole[(distinct a0)]}',
      'solve:{[a0]  whole[((5&count a0)#a0)]}',
      '33-36:med',
    ],
  },
  'is-square-number': {
    steps: 1000,
    written: [
      'solve:{[a0]  whole[(distinct a0)]}',
      'solve:{[a0]  whole[((5&count a0)#a0)]}',
      'solve:{[a0]  whole[(asc a0)]}',
    ],
  },
  'weighted-mean': {
    steps: 1000,
    written: [
      'solve:{[a0;a1]  whole[((5&count a0)#a0);a1]}',
      'solve:{[a0;a1]  whole[(distinct a0);a1]}',
    ],
  },
  'digital-root': {
    steps: 1000,
    written: ['66-68:/[2;', 'solve:{[a0]  whole[(-1+2*(a0+1)div 2)]}'],
  },
  'running-maximum': {
    steps: 1000,
    written: [
      'solve:{[a0]  whole[(distinct a0)]}',
      'solve:{[a0]  whole[((5&count a0)#a0)]}',
      'solve:{[a0] abs whole[a0]}',
    ],
  },
  'second-largest': {
    steps: 1000,
    written: ['solve:{[a0] abs whole[a0]}', 'solve:{[a0]  whole[((5&count a0)#a0)]}'],
  },
  'rotate-left': {
    steps: 1000,
    written: [
      'solve:{[a0;a1]  whole[a0;(distinct a1)]}',
      'solve:{[a0;a1]  whole[(10&a0);a1]}',
      'solve:{[a0;a1]  whole[a0;((5&count a1)#a1)]}',
    ],
  },
  'moving-sum': {
    steps: 1000,
    written: ['solve:{[a0;a1]  whole[(2|a0);a1]}', 'solve:{[a0;a1] distinct whole[a0;a1]}'],
  },
  'pairs-with-sum': {
    steps: 1000,
    written: [
      'solve:{[a0;a1]  whole[(10&a0);a1]}',
      'solve:{[a0;a1]  whole[a0;((5&count a1)#a1)]}',
      '86-87:+',
    ],
  },
  interleave: {
    steps: 1000,
    written: [
      'solve:{[a0;a1]  whole[((5&count a0)#a0);a1]}',
      'solve:{[a0;a1]  whole[(distinct a0);a1]}',
      'solve:{[a0;a1]  whole[a0;(distinct a1)]}',
    ],
  },
  'rows-of': {
    steps: 1000,
    written: [
      'solve:{[a0;a1]  whole[a0;(distinct a1)]}',
      'solve:{[a0;a1]  whole[(2|a0);a1]}',
      'solve:{[a0;a1]  whole[a0;((5&count a1)#a1)]}',
    ],
  },
  'longest-run': {
    steps: 1000,
    written: [
      '48-49:2',
      '53-120:do[5;if[i<count numbers;r:$[numbers[i]=numbers i-1;r+1;1];b:b|r;i+:1]]',
      '118-119:2',
    ],
  },
  'merge-sorted': {
    steps: 1000,
    written: [
      'solve:{[a0;a1]  whole[a0;((5&count a1)#a1)]}',
      'solve:{[a0;a1]  whole[((5&count a0)#a0);a1]}',
      'solve:{[a0;a1]  whole[a0;(distinct a1)]}',
    ],
  },
  median: {
    steps: 1000,
    written: [
      'solve:{[a0] abs whole[a0]}',
      'solve:{[a0]  whole[(distinct a0)]}',
      'solve:{[a0]  whole[((5&count a0)#a0)]}',
    ],
  },
  'missing-number': { steps: 1000, written: ['solve:{[a0]  whole[((5&count a0)#a0)]}'] },
  'spiral-order': {
    steps: 1000,
    written: [
      '34-100:do[5;if[0<count m;r,:first m;m:1_m;m:$[0<count m;reverse flip m;()]]]',
      'solve:{[a0] distinct whole[a0]}',
    ],
  },
  'most-common': {
    steps: 1000,
    written: ['solve:{[a0] 1| whole[a0]}', 'solve:{[a0]  whole[((5&count a0)#a0)]}'],
  },
  'is-palindrome': { steps: 1000, written: ['solve:{[a0]  whole[((5&count a0)#a0)]}'] },
  'count-vowels': { steps: 1000, written: ['solve:{[a0]  whole[(distinct a0)]}'] },
  'caesar-shift': {
    steps: 1000,
    written: [
      'solve:{[a0;a1] trim whole[a0;a1]}',
      'solve:{[a0;a1]  whole[(10&a0);a1]}',
      'solve:{[a0;a1]  whole[(-1+2*(a0+1)div 2);a1]}',
    ],
  },
  'are-anagrams': {
    steps: 1000,
    written: [
      'solve:{[a0;a1]  whole[(distinct a0);a1]}',
      'solve:{[a0;a1]  whole[a0;(distinct a1)]}',
    ],
  },
  'balanced-brackets': {
    steps: 1000,
    written: ['123-124:<=', '123-124:>=', 'solve:{[a0]  whole[(distinct a0)]}'],
  },
  'longest-common-prefix': {
    steps: 1000,
    written: [
      'solve:{[words] f:first words;f where all f=/:(count f)#/:words}',
      '36-80:do[5;if[(n<count f)and all words[;n]=f n;n+:1]]',
      '78-79:2',
    ],
  },
  acronym: {
    steps: 1000,
    written: [
      'solve:{[a0]  whole[(-1_a0)]}',
      'solve:{[text] upper distinct first each " " vs text}',
    ],
  },
  'roman-to-number': {
    steps: 1000,
    written: ['19-41:1 5 10 50 100 501 1000', '19-41:1 5 10 51 100 500 1000'],
  },
  'number-to-roman': {
    steps: 1000,
    written: [
      '2-42:1000 900 500 401 100 90 50 40 10 9 5 4 1',
      '2-42:1000 900 500 400 100 90 50 41 10 9 5 4 1',
      '2-42:1000 900 500 400 100 90 50 40 10 10 5 4 1',
    ],
  },
  'is-pangram': {
    steps: 1000,
    written: ['18-46:"bcdefghijklmnopqrstuvwxyz"', '18-46:"abcdefghijklmnopqrstuvwxy"', '50-55:'],
  },
  'hamming-distance': {
    steps: 1000,
    written: ['solve:{[a0;a1] 1| whole[a0;a1]}', 'solve:{[a0;a1]  whole[((5&count a0)#a0);a1]}'],
  },
  'common-letter': { steps: 1000, written: ['solve:{[a0]  whole[((5&count a0)#a0)]}'] },
  dearest: { steps: 1000, written: ['23-26:last'] },
  above: {
    steps: 1000,
    written: [
      'solve:{[a0;a1]  whole[(-1+2*(a0+1)div 2);a1]}',
      'solve:{[a0;a1]  whole[(10&a0);a1]}',
    ],
  },
  'by-remainder': { steps: 1000, written: ['solve:{[a0;a1]  whole[(-1+2*(a0+1)div 2);a1]}'] },
  'price-of-basket': {
    steps: 1000,
    written: ['solve:{[a0;a1]  whole[a0;((5&count a1)#a1)]}', 'solve:{[a0;a1]  whole[a0;(-1_a1)]}'],
  },
  'shared-names': { steps: 1000, written: ['solve:{[a0;a1] asc whole[a0;a1]}'] },
  'positions-of-letters': { steps: 1000, written: ['solve:{[a0]  whole[((5&count a0)#a0)]}'] },
  'apply-changes': {
    steps: 1000,
    written: [
      '47-107:do[5;if[i<count names;k:names i;s[k]:quantities[i]+0^s k;i+:1]]',
      'solve:{[a0;a1;a2]  whole[a0;a1;(distinct a2)]}',
    ],
  },
  'most-in-common': {
    steps: 1000,
    written: [
      'solve:{[likes] k:key likes;v:value likes;n:count k;\n  p:raze {[n;i] i,/:(i+1)_til n}[n]each til n;\n  c:{[v;p] count where v[p 0]in v p 1}[v]each p;\n  k p last where c=max c}',
      '75-76:2',
    ],
  },
  'large-trades': { steps: 1000, written: ['solve:{[a0;a1]  whole[a0;(1_a1)]}'] },
  'quantity-by-name': { steps: 1000, written: ['solve:{[a0]  whole[((5&count a0)#a0)]}'] },
  'average-price': {
    steps: 1000,
    written: ['26-29:med', 'solve:{[a0;a1]  whole[a0;((5&count a1)#a1)]}'],
  },
  'volume-weighted-price': { steps: 1000, written: ['solve:{[a0]  whole[((5&count a0)#a0)]}'] },
  'with-amount': { steps: 1000, written: ['solve:{[a0]  whole[((5&count a0)#a0)]}'] },
  'dearest-per-name': {
    steps: 1000,
    written: ['solve:{[a0]  whole[((5&count a0)#a0)]}', '54-57:last'],
  },
  'sorted-trades': { steps: 1000, written: ['solve:{[a0]  whole[((5&count a0)#a0)]}'] },
  'names-traded': { steps: 1000, written: ['solve:{[a0]  whole[((5&count a0)#a0)]}'] },
  'running-quantity': { steps: 1000, written: ['solve:{[a0]  whole[((5&count a0)#a0)]}'] },
  'stock-value': {
    steps: 1000,
    written: [
      'solve:{[a0;a1]  whole[((5&count a0)#a0);a1]}',
      'solve:{[a0;a1]  whole[(distinct a0);a1]}',
      'solve:{[a0;a1]  whole[a0;(1_a1)]}',
      'solve:{[a0;a1]  whole[(1_a0);a1]}',
      'solve:{[a0;a1]  whole[a0;(-1_a1)]}',
    ],
  },
  'trade-counts': { steps: 1000, written: ['solve:{[a0]  whole[((5&count a0)#a0)]}'] },
  'above-own-average': { steps: 1000, written: ['48-51:med'] },
  'fill-prices': { steps: 1000, written: ['solve:{[a0]  whole[((5&count a0)#a0)]}'] },
  'price-as-of': {
    steps: 1000,
    written: [
      'solve:{[a0;a1]  whole[a0;((5&count a1)#a1)]}',
      'solve:{[a0;a1]  whole[((5&count a0)#a0);a1]}',
    ],
  },
  'top-names': {
    steps: 1000,
    written: ['solve:{[a0;a1]  whole[(2|a0);a1]}', 'solve:{[a0;a1]  whole[a0;(1_a1)]}'],
  },
  'pivot-quantities': { steps: 1000, written: ['solve:{[a0]  whole[((5&count a0)#a0)]}'] },
  'days-between': { steps: 1000, written: ['solve:{[a0;a1] abs whole[a0;a1]}'] },
  'is-weekend': {
    steps: 1000,
    written: ['solve:{[a0]  whole[((5&count a0)#a0)]}', 'solve:{[a0]  whole[(distinct a0)]}'],
  },
  'leap-years': {
    steps: 1000,
    written: ['solve:{[a0]  whole[(distinct a0)]}', 'solve:{[a0]  whole[((5&count a0)#a0)]}'],
  },
  'days-per-month': {
    steps: 1000,
    written: ['solve:{[a0]  whole[(distinct a0)]}', 'solve:{[a0]  whole[((5&count a0)#a0)]}'],
  },
  'quarter-of': {
    steps: 1000,
    written: ['solve:{[a0]  whole[((5&count a0)#a0)]}', 'solve:{[a0]  whole[(distinct a0)]}'],
  },
  'age-in-years': { steps: 1000, written: ['solve:{[a0;a1] 1| whole[a0;a1]}'] },
  'missing-days': { steps: 1000, written: ['solve:{[a0]  whole[((5&count a0)#a0)]}'] },
  'round-to-quarter-hour': {
    steps: 1000,
    written: ['solve:{[a0]  whole[((5&count a0)#a0)]}', 'solve:{[a0]  whole[(distinct a0)]}'],
  },
  'next-friday-13': { steps: 1000, written: ['82-83:2'] },
  'hours-worked': { steps: 1000, written: ['solve:{[a0;a1]  whole[a0;(distinct a1)]}'] },
  'product-of-range': {
    steps: 1000,
    written: [
      'solve:{[a0;a1] abs whole[a0;a1]}',
      'solve:{[a0;a1]  whole[(10&a0);a1]}',
      'solve:{[a0;a1]  whole[(-1+2*(a0+1)div 2);a1]}',
    ],
  },
  'fibonacci-like': {
    steps: 1000,
    written: [
      'solve:{[a0;a1;a2]  whole[a0;(-1+2*(a1+1)div 2);a2]}',
      'solve:{[a0;a1;a2]  whole[(abs a0);a1;a2]}',
    ],
  },
  'hanoi-moves': {
    steps: 1000,
    written: [
      'solve:{[a0;a1;a2;a3]  whole[a0;a1;a2;(-1+2*(a3+1)div 2)]}',
      'solve:{[a0;a1;a2;a3]  whole[a0;a1;(-1+2*(a2+1)div 2);a3]}',
      'solve:{[a0;a1;a2;a3]  whole[(-1+2*(a0+1)div 2);a1;a2;a3]}',
      'solve:{[a0;a1;a2;a3]  whole[a0;a1;a2;(10&a3)]}',
    ],
  },
  queens: {
    steps: 150000,
    written: ['solve:{[a0;a1]  whole[a0;(-1_a1)]}', 'solve:{[a0;a1]  whole[a0;(1_a1)]}'],
  },
  'gray-code': {
    steps: 1000,
    written: [
      'solve:{[a0;a1;a2]  whole[a0;a1;(-1+2*(a2+1)div 2)]}',
      'solve:{[a0;a1;a2]  whole[a0;(10&a1);a2]}',
    ],
  },
  'ackermann-like': {
    steps: 1000,
    written: [
      'solve:{[a0;a1;a2]  whole[(-1+2*(a0+1)div 2);a1;a2]}',
      'solve:{[a0;a1;a2]  whole[a0;a1;(10&a2)]}',
    ],
  },
  'pascal-row': {
    steps: 1000,
    written: [
      'solve:{[a0;a1]  whole[a0;(distinct a1)]}',
      'solve:{[a0;a1]  whole[(10&a0);a1]}',
      'solve:{[a0;a1]  whole[a0;(asc a1)]}',
      'solve:{[a0;a1] abs whole[a0;a1]}',
      'solve:{[a0;a1]  whole[a0;(reverse a1)]}',
    ],
  },
  'look-and-say': { steps: 1000, written: ['solve:{[a0;a1]  whole[a0;(reverse a1)]}'] },
  'balanced-texts': {
    steps: 1000,
    written: [
      '160-161:<=',
      '161-162:-1',
      'solve:{[a0;a1]  whole[a0;((5&count a1)#a1)]}',
      '190-194:max',
    ],
  },
  'count-partitions': { steps: 150000, written: ['solve:{[a0;a1]  whole[a0;(10&a1)]}'] },
  josephus: {
    steps: 1000,
    written: ['solve:{[a0;a1]  whole[a0;(2|a1)]}', 'solve:{[a0;a1]  whole[(-1+2*(a0+1)div 2);a1]}'],
  },
  'fewest-coins': {
    steps: 1000,
    written: [
      'solve:{[a0;a1]  whole[(10&a0);a1]}',
      'solve:{[a0;a1]  whole[a0;(-1_a1)]}',
      'solve:{[a0;a1]  whole[a0;(1_a1)]}',
    ],
  },
  'ways-to-pay': { steps: 1000, written: ['solve:{[a0;a1]  whole[(10&a0);a1]}'] },
  knapsack: {
    steps: 1000,
    written: [
      '29-60:(b|(w#0),wv[1]+(n-w)#b)',
      'solve:{[a0;a1;a2]  whole[a0;a1;(distinct a2)]}',
      'solve:{[a0;a1;a2]  whole[a0;((5&count a1)#a1);a2]}',
      'solve:{[a0;a1;a2]  whole[(10&a0);a1;a2]}',
    ],
  },
  'best-stretch': {
    steps: 1000,
    written: ['solve:{[a0]  whole[(distinct a0)]}', 'solve:{[a0]  whole[((5&count a0)#a0)]}'],
  },
  'not-two-neighbours': { steps: 1000, written: ['42-45:0 -1'] },
  'paths-in-grid': {
    steps: 1000,
    written: [
      '108-112:max',
      '28-71:do[3;if[j<count g;l:$[g j;0;l+p j];r,:l;j+:1]]',
      'solve:{[a0]  whole[(reverse a0)]}',
    ],
  },
  'cheapest-path': {
    steps: 1000,
    written: [
      'solve:{[a0] 1| whole[a0]}',
      'solve:{[a0]  whole[(distinct a0)]}',
      '34-74:do[3;if[j<count g;l:(g j)+l&p j;r,:l;j+:1]]',
      'solve:{[grid] (sum first grid)+sum 1_last each grid}',
    ],
  },
  'equal-halves': { steps: 1000, written: ['solve:{[a0]  whole[((5&count a0)#a0)]}'] },
  'best-trade': {
    steps: 1000,
    written: ['solve:{[a0]  whole[(distinct a0)]}', 'solve:{[a0]  whole[((5&count a0)#a0)]}'],
  },
  'longest-increasing': {
    steps: 1000,
    written: [
      '57-60:last',
      'solve:{[a0]  whole[(distinct a0)]}',
      '98-101:last',
      '30-97:do[5;if[i<count numbers;l,:1+max 0,l where numbers[i]>i#numbers;i+:1]]',
    ],
  },
  'longest-common-subsequence': {
    steps: 1000,
    written: [
      '68-69:2',
      '31-84:do[5;if[j<count b;r,:$[c=b j;1+p j;p[j+1]|last r];j+:1]]',
      '127-128:-',
      'solve:{[a0;a1]  whole[(-1_a0);a1]}',
    ],
  },
  'edit-distance': {
    steps: 1000,
    written: [
      '22-23:2',
      '68-69:2',
      '39-97:do[5;if[j<count b;r,:min(1+p j+1;1+last r;p[j]+c<>b j);j+:1]]',
      '62-63:2',
    ],
  },
  'word-break': { steps: 1000, written: ['solve:{[a0;a1]  whole[(distinct a0);a1]}'] },
  'game-of-life': { steps: 1000, written: ['238-239:>='] },
  'robot-walk': { steps: 1000, written: ['solve:{[a0] asc whole[a0]}'] },
  'light-switches': {
    steps: 1000,
    written: [
      'solve:{[a0;a1]  whole[(-1+2*(a0+1)div 2);a1]}',
      'solve:{[a0;a1]  whole[(10&a0);a1]}',
    ],
  },
  'rule-automaton': { steps: 1000, written: ['solve:{[a0;a1]  whole[(2|a0);a1]}'] },
  'tic-tac-toe': {
    steps: 1000,
    written: [
      '13-18:2 4 5',
      '25-30:-1 3 6',
      '13-18:3 4 6',
      '7-12:1 1 2',
      '25-30:0 2 6',
      '19-24:6 7 9',
      '13-18:4 4 5',
      '13-18:3 4 4',
      '19-24:6 8 8',
      '25-30:0 4 6',
      '19-24:5 7 8',
      '25-30:0 3 5',
      '31-36:1 5 7',
      '37-42:2 6 8',
      '25-30:1 3 6',
      'solve:{[a0]  whole[(distinct a0)]}',
      '25-30:0 3 7',
      '19-24:7 7 8',
      '37-42:2 5 9',
      '37-42:2 5 7',
      '37-42:1 5 8',
      '19-24:6 7 7',
      '37-42:2 4 8',
    ],
  },
  'rain-between-walls': { steps: 1000, written: ['41-41:1 '] },
  'falling-tree': {
    steps: 1000,
    written: [
      'solve:{[a0;a1]  whole[a0;((5&count a1)#a1)]}',
      'solve:{[a0;a1]  whole[a0;(distinct a1)]}',
    ],
  },
  'rock-paper-scissors': { steps: 1000, written: ['solve:{[a0;a1] abs whole[a0;a1]}'] },
  'bank-account': {
    steps: 1000,
    written: ['solve:{[a0]  whole[(distinct a0)]}', 'solve:{[a0]  whole[((5&count a0)#a0)]}'],
  },
  'postfix-calculator': {
    steps: 1000,
    written: ['33-35:-1', '54-58:max', '73-75:-1', '53-54:-', '54-58:first'],
  },
  'cache-hits': {
    steps: 1000,
    written: ['solve:{[a0;a1] 1| whole[a0;a1]}', 'solve:{[a0;a1]  whole[(2|a0);a1]}'],
  },
  'linear-generator': {
    steps: 1000,
    written: [
      'solve:{[a0;a1;a2]  whole[a0;a1;(distinct a2)]}',
      'solve:{[a0;a1;a2] distinct whole[a0;a1;a2]}',
      'solve:{[a0;a1;a2]  whole[a0;(-1+2*(a1+1)div 2);a2]}',
    ],
  },
  'queue-at-counters': { steps: 1000, written: ['solve:{[a0;a1]  whole[a0;((5&count a1)#a1)]}'] },
  degrees: { steps: 1000, written: ['solve:{[a0;a1]  whole[a0;((5&count a1)#a1)]}'] },
  components: { steps: 1000, written: ['solve:{[a0;a1]  whole[a0;((5&count a1)#a1)]}'] },
  'has-cycle': {
    steps: 1000,
    written: ['solve:{[a0;a1]  whole[a0;((5&count a1)#a1)]}', '44-46:/[3;'],
  },
  'two-colours': {
    steps: 1000,
    written: [
      '29-30:3',
      'solve:{[a0;a1]  whole[(-1+2*(a0+1)div 2);a1]}',
      'solve:{[a0;a1]  whole[a0;((5&count a1)#a1)]}',
    ],
  },
  'count-islands': { steps: 1000, written: ['244-246:/[5;'] },
  'town-judge': { steps: 1000, written: ['solve:{[a0;a1]  whole[a0;((5&count a1)#a1)]}'] },
  'can-reach': {
    steps: 1000,
    written: [
      '82-84:/[3;',
      'solve:{[a0;a1;a2]  whole[((5&count a0)#a0);a1;a2]}',
      'solve:{[a0;a1;a2]  whole[a0;(2|a1);a2]}',
      'solve:{[a0;a1;a2]  whole[a0;a1;(-1+2*(a2+1)div 2)]}',
      'solve:{[a0;a1;a2] a1 <= a2}',
    ],
  },
  'steps-to-all': {
    steps: 1000,
    written: [
      'solve:{[n;edges] e:edges;d:@[n#-1;0;:;0];f:enlist 0;s:0;\n  while[0<count f;s+:1;t:distinct e[;1]where e[;0]in f;\n    f:t where -1=d t;d[f]:s];d}',
      '78-160:do[5;if[0<count f;s+:1;t:distinct e[;1]where e[;0]in f;\n    f:t where -1=d t;d[f]:s]]',
    ],
  },
  'cheapest-way': {
    steps: 1000,
    written: ['95-97:/[3;', '127-131:max', 'solve:{[a0;a1;a2]  whole[a0;a1;(asc a2)]}'],
  },
  'work-order': { steps: 1000, written: ['solve:{[a0;a1]  whole[a0;((5&count a1)#a1)]}'] },
  'depth-in-tree': { steps: 1000, written: ['solve:{[a0]  whole[((5&count a0)#a0)]}'] },
  'spanning-tree': {
    steps: 1000,
    written: [
      '101-102:>=',
      'solve:{[n;edges;costs] sum(n-1)#costs iasc costs}',
      'solve:{[a0;a1;a2]  whole[a0;a1;(asc a2)]}',
      'solve:{[a0;a1;a2]  whole[a0;(reverse a1);a2]}',
    ],
  },
  'longest-chain': {
    steps: 1000,
    written: ['58-59:>=', '92-95:last', 'solve:{[a0;a1]  whole[a0;((5&count a1)#a1)]}'],
  },
  'bars-of-minutes': {
    steps: 1000,
    written: [
      '35-40:min',
      '52-55:last',
      'solve:{[a0;a1]  whole[(-1+2*(a0+1)div 2);a1]}',
      'solve:{[a0;a1]  whole[(2|a0);a1]}',
      'solve:{[a0;a1]  whole[a0;((5&count a1)#a1)]}',
    ],
  },
  'vwap-of-bars': { steps: 1000, written: ['solve:{[a0;a1]  whole[a0;((5&count a1)#a1)]}'] },
  'sessions-of-clicks': { steps: 1000, written: ['solve:{[a0;a1]  whole[a0;(distinct a1)]}'] },
  'highest-drawdown': {
    steps: 1000,
    written: [
      'solve:{[a0]  whole[(distinct a0)]}',
      'solve:{[a0]  whole[((5&count a0)#a0)]}',
      'solve:{[a0] `float$floor whole[a0]}',
    ],
  },
  'fills-by-name': { steps: 1000, written: ['solve:{[a0]  whole[(distinct a0)]}'] },
  'repeats-dropped': { steps: 1000, written: ['solve:{[a0]  whole[(distinct a0)]}'] },
  'rolling-deviation': {
    steps: 1000,
    written: [
      'solve:{[a0;a1;a2]  whole[(-1+2*(a0+1)div 2);a1;a2]}',
      '70-71:+',
      'solve:{[a0;a1;a2]  whole[(a0+1);a1;a2]}',
      'solve:{[a0;a1;a2]  whole[a0;(`float$floor a1);a2]}',
    ],
  },
  'prevailing-quote': {
    steps: 1000,
    written: [
      'solve:{[a0;a1]  whole[a0;((5&count a1)#a1)]}',
      'solve:{[a0;a1]  whole[((5&count a0)#a0);a1]}',
    ],
  },
  'trade-side': {
    steps: 1000,
    written: [
      'solve:{[a0;a1]  whole[a0;((5&count a1)#a1)]}',
      'solve:{[a0;a1]  whole[((5&count a0)#a0);a1]}',
    ],
  },
  'best-of-book': {
    steps: 1000,
    written: [
      'solve:{[a0]  whole[((5&count a0)#a0)]}',
      '20-23:last',
      'solve:{[a0]  whole[(-1_a0)]}',
    ],
  },
  'sweep-the-book': {
    steps: 1000,
    written: [
      'solve:{[a0;a1]  whole[a0;((5&count a1)#a1)]}',
      '91-92:1',
      'solve:{[a0;a1]  whole[(-1+2*(a0+1)div 2);a1]}',
      'solve:{[quantity;asks] s:asks`size;\n 0|s&quantity-0^prev sums s}',
    ],
  },
  'book-from-messages': {
    steps: 1000,
    written: [
      'solve:{[a0]  whole[(distinct a0)]}',
      'solve:{[a0]  whole[(1_a0)]}',
      'solve:{[a0]  whole[((5&count a0)#a0)]}',
    ],
  },
  'last-state-at-times': {
    steps: 1000,
    written: [
      'solve:{[a0;a1]  whole[a0;((5&count a1)#a1)]}',
      'solve:{[a0;a1]  whole[a0;(distinct a1)]}',
    ],
  },
  'spread-by-window': {
    steps: 1000,
    written: [
      '46-49:first',
      'solve:{[a0;a1;a2]  whole[a0;a1;(1_a2)]}',
      'solve:{[a0;a1;a2]  whole[a0;a1;((5&count a2)#a2)]}',
      'solve:{[a0;a1;a2]  whole[a0;((5&count a1)#a1);a2]}',
    ],
  },
  'rolling-range': { steps: 1000, written: ['solve:{[a0;a1]  whole[a0;(distinct a1)]}'] },
  'exponential-mean': { steps: 1000, written: ['solve:{[a0;a1]  whole[a0;(distinct a1)]}'] },
  'levels-at-steps': { steps: 1000, written: ['solve:{[a0;a1]  whole[a0;((5&count a1)#a1)]}'] },
  'time-weighted-price': { steps: 1000, written: ['solve:{[a0;a1]  whole[a0;((5&count a1)#a1)]}'] },
  'means-that-cross': { steps: 1000, written: ['50-51:5'] },
  'log-hosts': { steps: 1000, written: ['solve:{[a0]  whole[((5&count a0)#a0)]}'] },
  'log-table': { steps: 1000, written: ['solve:{[a0]  whole[((5&count a0)#a0)]}'] },
  'errors-by-host': { steps: 1000, written: ['solve:{[a0]  whole[(1_a0)]}'] },
  'latest-record': {
    steps: 1000,
    written: ['solve:{[a0]  whole[(distinct a0)]}', 'solve:{[a0]  whole[((5&count a0)#a0)]}'],
  },
  'first-of-duplicates': { steps: 1000, written: ['solve:{[a0]  whole[((5&count a0)#a0)]}'] },
  'changes-of-a-table': {
    steps: 1000,
    written: [
      'solve:{[a0;a1]  whole[((5&count a0)#a0);a1]}',
      'solve:{[a0;a1]  whole[a0;((5&count a1)#a1)]}',
    ],
  },
  'business-days-between': { steps: 1000, written: ['41-42:0'] },
  'settlement-date': { steps: 1000, written: ['44-45:-'] },
  'last-business-day': {
    steps: 1000,
    written: [
      'solve:{[a0]  whole[((5&count a0)#a0)]}',
      '71-84:1 2 0 0 0 0 1',
      '71-84:2 2 0 0 0 0 0',
      '71-84:1 2 0 1 0 0 0',
      '71-84:1 2 1 0 0 0 0',
      '71-84:1 2 0 0 1 0 0',
    ],
  },
  'moving-sum-by-user': { steps: 1000, written: ['solve:{[a0]  whole[(distinct a0)]}'] },
  'text-of-initials': { steps: 1000, written: ['solve:{[a0]  whole[(distinct a0)]}'] },
  'pivot-of-counts': { steps: 1000, written: ['solve:{[a0]  whole[((5&count a0)#a0)]}'] },
  'total-of-a-sheet': { steps: 1000, written: ['solve:{[a0]  whole[((5&count a0)#a0)]}'] },
  'fixed-columns': { steps: 1000, written: ['solve:{[a0]  whole[((5&count a0)#a0)]}'] },
  'wrapped-lines': {
    steps: 1000,
    written: ['solve:{[a0;a1]  whole[(10&a0);a1]}', 'solve:{[a0;a1]  whole[(a0+1);a1]}'],
  },
  'masked-digits': { steps: 1000, written: ['70-71:5'] },
  'versions-in-order': {
    steps: 1000,
    written: ['solve:{[a0]  whole[((5&count a0)#a0)]}', 'solve:{[a0]  whole[(distinct a0)]}'],
  },
  'third-fridays': { steps: 1000, written: ['solve:{[a0]  whole[(distinct a0)]}'] },
  'days-of-thirty': { steps: 1000, written: ['61-64:"x"'] },
  'rolled-payments': {
    steps: 1000,
    written: [
      '109-111:/[5;',
      'solve:{[a0;a1]  whole[a0;((5&count a1)#a1)]}',
      '84-86:/[5;',
      'solve:{[a0;a1]  whole[a0;(distinct a1)]}',
    ],
  },
  'latency-percentile': {
    steps: 1000,
    written: [
      'solve:{[a0;a1]  whole[(-1+2*(a0+1)div 2);a1]}',
      'solve:{[a0;a1]  whole[a0;(distinct a1)]}',
    ],
  },
  'most-at-once': {
    steps: 1000,
    written: [
      'solve:{[a0;a1]  whole[a0;(distinct a1)]}',
      'solve:{[a0;a1]  whole[a0;((5&count a1)#a1)]}',
      'solve:{[a0;a1]  whole[a0;(-1_a1)]}',
      'solve:{[a0;a1]  whole[((5&count a0)#a0);a1]}',
      'solve:{[a0;a1]  whole[(distinct a0);a1]}',
    ],
  },
  'many-low-runs': { steps: 95000, written: ['40-42:29', '38-40:>'] },
  'many-gaps': {
    steps: 95000,
    written: ['solve:{[a0]  whole[(-1_a0)]}', 'solve:{[a0]  whole[(1_a0)]}'],
  },
  'many-positive-sums': { steps: 95000, written: ['19-20:1', '19-20:-1'] },
  'fresh-quote-for-trade': {
    steps: 1000,
    written: [
      'solve:{[a0;a1;a2]  whole[a0;a1;(1_a2)]}',
      'solve:{[a0;a1;a2]  whole[a0;a1;((5&count a2)#a2)]}',
      'solve:{[a0;a1;a2]  whole[a0;(distinct a1);a2]}',
      'solve:{[a0;a1;a2]  whole[a0;((5&count a1)#a1);a2]}',
    ],
  },
  'grid-of-readings': {
    steps: 1000,
    written: [
      'solve:{[a0;a1;a2]  whole[a0;(-1+2*(a1+1)div 2);a2]}',
      'solve:{[a0;a1;a2]  whole[a0;a1;((5&count a2)#a2)]}',
      'solve:{[a0;a1;a2]  whole[(-1+2*(a0+1)div 2);a1;a2]}',
    ],
  },
  'highest-of-last-seconds': { steps: 1000, written: ['46-47:<='] },
  'orders-from-messages': { steps: 1000, written: ['solve:{[a0]  whole[((5&count a0)#a0)]}'] },
  'book-from-changes': {
    steps: 1000,
    written: [
      'solve:{[a0;a1]  whole[a0;(distinct a1)]}',
      'solve:{[a0;a1]  whole[(2|a0);a1]}',
      'solve:{[a0;a1]  whole[a0;(-1_a1)]}',
    ],
  },
  'first-in-first-out': {
    steps: 1000,
    written: [
      '52-189:do[5;if[(n>0)and(0<count l)and d<>signum first l;\n    k:n&abs first l;g+:k*(p-first m)*neg d;n-:k;l[0]+:k*d;\n    if[0=first l;l:1_l;m:1_m]]]',
      '112-117:min',
      '167-168:>=',
      '61-62:1',
    ],
  },
  'bars-without-gaps': {
    steps: 1000,
    written: ['solve:{[a0;a1]  whole[(2|a0);a1]}', '39-44:min', '56-59:last'],
  },
  'bars-of-volume': {
    steps: 1000,
    written: [
      '52-53:1',
      '39-40:<=',
      'solve:{[target;trades] b:(sums[trades`size]-trades`size)div target;\n  r:select trades:count i,size:sum size,vwap:size wavg price by b from update b:b from trades;\n  select trades,size,vwap from r where size>=target}',
    ],
  },
  'prices-before-splits': {
    steps: 1000,
    written: [
      'solve:{[a0;a1]  whole[a0;(distinct a1)]}',
      'solve:{[a0;a1]  whole[a0;((5&count a1)#a1)]}',
      'solve:{[a0;a1]  whole[(distinct a0);a1]}',
      'solve:{[a0;a1]  whole[((5&count a0)#a0);a1]}',
      '73-74:>=',
    ],
  },
  'many-readings-above-window': {
    steps: 60000,
    written: ['41-42:1', '41-42:-1', 'solve:{[a0;a1;a2]  whole[(-1+2*(a0+1)div 2);a1;a2]}'],
  },
  'many-sessions': {
    steps: 60000,
    written: [
      'solve:{[a0;a1;a2;a3;a4]  whole[(-1+2*(a0+1)div 2);a1;a2;a3;a4]}',
      'solve:{[a0;a1;a2;a3;a4]  whole[a0;a1;a2;a3;(-1_a4)]}',
      'solve:{[a0;a1;a2;a3;a4]  whole[a0;(-1+2*(a1+1)div 2);a2;a3;a4]}',
      'solve:{[a0;a1;a2;a3;a4]  whole[a0;a1;(-1_a2);a3;a4]}',
    ],
  },
  'small-exchange': {
    steps: 1000,
    written: [
      '832-833:>=',
      '764-765:>=',
      '832-833:<=',
      '764-765:<=',
      '590-904:$[k=`limit;arrive[b;o;1b];\n    k=`market;arrive[b;@[o;`price;:;$[`B=r`side;1000000000;-1000000000]];0b];\n    j=count b;(b;());\n    (r[`price]=b[j;`price])and r[`qty]<=b[j;`qty];(update qty:r`qty from b where i=j;());\n    arrive[without[b;j];@[b j;`qty`price;:;(r`qty;r`price)];1b]]',
      '487-488:>=',
      '653-688:(-1000000000)',
    ],
  },
  'best-of-venues': {
    steps: 1000,
    written: ['104-105:>=', '112-113:<=', '112-113:>=', '334-335:>=', '272-275:first'],
  },
  'cells-of-a-sheet': {
    steps: 150000,
    written: [
      '306-308:11',
      '266-267:2',
      '428-485:do[5;if["*"=first r 1;t:factor[c;v;1_r 1];r:(r[0]*t 0;t 1)]]',
      '524-617:do[5;if[(first r 1)in"+-";t:product[c;v;1_r 1];\n    r:($["+"=first r 1;r[0]+t 0;r[0]-t 0];t 1)]]',
      '266-267:0',
      '524-617:do[3;if[(first r 1)in"+-";t:product[c;v;1_r 1];\n    r:($["+"=first r 1;r[0]+t 0;r[0]-t 0];t 1)]]',
      '524-617:do[2;if[(first r 1)in"+-";t:product[c;v;1_r 1];\n    r:($["+"=first r 1;r[0]+t 0;r[0]-t 0];t 1)]]',
    ],
  },
  'rows-of-csv': { steps: 1000, written: ['492-497:last', '491-492:>='] },
  'open-invoices': {
    steps: 1000,
    written: [
      'pay:{[v;c;j] p:c&v[j;`amount]-v[j;`paid];(update paid:paid+p from v where i=j;c-p)}\nuse:{[v;c] {pay[x 0;x 1;y]}/[(v;c);til count v]}\nstep:{[s;r] v:s 0;c:s 1;k:r`kind;j:v[`id]?r`ref;\n  x:$[k=`invoice;(v,`id`due`amount`paid!(r`id;r`due;r`amount;0);c);\n    k=`payment;$[j<count v;{(x 0;y+x 1)}[pay[v;r`amount;j];c];(v;c+r`amount)];\n    j<count v;(v(til count v)except j;c+v[j;`paid]);(v;c)];\n  use . x}\nsolve:{[events] s:step/[(([]id:0#0;due:0#0;amount:0#0;paid:0#0);0);events];v:s 0;\n  (v[`id],0)!(v[`amount]-v`paid),s 1}',
      '267-268:>',
    ],
  },
})
