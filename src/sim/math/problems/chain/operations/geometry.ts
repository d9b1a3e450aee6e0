import { type ChainOperation, slip } from '../operation.ts'

const NOT_SQUARED = 'A length was doubled that has to be squared.'
const NO_HALF = 'The half in the area of a triangle was forgotten.'
const NO_ROOT = 'The root of a sum of squares is not the sum of the sides.'

/** Integer lengths, areas and volumes of figures. */
export const GEOMETRY = {
  square_area: {
    apply: (side) => side * side,
    equation: (side, _, __, after) => `${side} × ${side} = ${after}`,
    slips: [
      slip(NOT_SQUARED, (side) => 2 * side),
      slip('The perimeter of a square was taken for its area.', (side) => 4 * side),
    ],
  },
  square_perimeter: {
    apply: (side) => 4 * side,
    equation: (side, _, __, after) => `4 × ${side} = ${after}`,
    slips: [
      slip('The area of a square was taken for its perimeter.', (side) => side * side),
      slip('Only two sides of a square were counted.', (side) => 2 * side),
    ],
  },
  square_side: {
    apply: (area) => Math.sqrt(area),
    equation: (area, _, __, after) => `${after} × ${after} = ${area}`,
    slips: [
      slip('An area was divided by the number of sides; its root is wanted.', (area) => area / 4),
      slip('An area was halved; its root is wanted.', (area) => area / 2),
    ],
  },
  rectangle_perimeter: {
    apply: (side, a) => 2 * (side + a),
    equation: (side, a, _, after) => `2 × (${side} + ${a}) = ${after}`,
    slips: [
      slip('Only two of the four sides were counted.', (side, a) => side + a),
      slip('The area of a rectangle was taken for its perimeter.', (side, a) => side * a),
    ],
  },
  rectangle_side: {
    apply: (perimeter, a) => perimeter / 2 - a,
    equation: (perimeter, a, _, after) => `${perimeter} / 2 - ${a} = ${after}`,
    slips: [
      slip('Each side occurs twice, which was forgotten.', (perimeter, a) => perimeter - a),
      slip('It was not halved in the end.', (perimeter, a) => perimeter - 2 * a),
    ],
  },
  hypotenuse: {
    apply: (leg, a) => Math.sqrt(leg * leg + a * a),
    equation: (leg, a, _, after) => `${leg} × ${leg} + ${a} × ${a} = ${after} × ${after}`,
    slips: [
      slip(NO_ROOT, (leg, a) => leg + a),
      slip('The root was not taken in the end.', (leg, a) => leg * leg + a * a),
    ],
  },
  leg: {
    apply: (leg, a) => Math.sqrt(a * a - leg * leg),
    equation: (leg, a, _, after) => `${a} × ${a} - ${leg} × ${leg} = ${after} × ${after}`,
    slips: [
      slip('The sides were subtracted, and not their squares.', (leg, a) => a - leg),
      slip('The root was not taken in the end.', (leg, a) => a * a - leg * leg),
    ],
  },
  triangle_area: {
    apply: (base, a) => (base * a) / 2,
    equation: (base, a, _, after) => `${base} × ${a} / 2 = ${after}`,
    slips: [slip(NO_HALF, (base, a) => base * a)],
  },
  triangle_height: {
    apply: (area, a) => (2 * area) / a,
    equation: (area, a, _, after) => `2 × ${area} / ${a} = ${after}`,
    slips: [slip(NO_HALF, (area, a) => area / a)],
  },
  scaled_area: {
    apply: (area, a) => area * a * a,
    equation: (area, a, _, after) => `${area} × ${a} × ${a} = ${after}`,
    slips: [
      slip('An area grows with the square of the lengths.', (area, a) => area * a),
      slip('An area grows with the square of the lengths, not twice.', (v, a) => v * a * 2),
    ],
  },
  cube_volume: {
    apply: (edge) => edge ** 3,
    equation: (edge, _, __, after) => `${edge} × ${edge} × ${edge} = ${after}`,
    slips: [
      slip('The faces of a cube were taken for what it holds.', (edge) => 6 * edge * edge),
      slip('Only one face of the cube was looked at.', (edge) => edge * edge),
    ],
  },
  cube_surface: {
    apply: (edge) => 6 * edge * edge,
    equation: (edge, _, __, after) => `6 × ${edge} × ${edge} = ${after}`,
    slips: [
      slip('The volume of a cube was taken for its surface.', (edge) => edge ** 3),
      slip('A cube has more faces than were counted.', (edge) => 4 * edge * edge),
    ],
  },
} as const satisfies Readonly<Record<string, ChainOperation>>
