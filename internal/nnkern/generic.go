package nnkern

// The kernels in plain Go. A product is always converted before it is added,
// float32(a*b) + c, which keeps the compiler from fusing the two where the
// machine could. So the results are the same bits on every machine: this tier is what
// the option `deterministic` selects.
//
// The race detector does not look into the innermost loops, as it does not look into the
// kernels of the other tiers: the buffers belong to the caller, who is looked at, and
// tests of networks took fifteen times as long.

func genericConv(c *Conv, size int, dst, src, add, v, m []float32) {
	tiles := Tiles(size) * Tiles(size)
	spread(v, src, size, c.In)
	for p := range squares {
		from, to := v[p*tiles*c.In:][:tiles*c.In], m[p*tiles*c.Out:][:tiles*c.Out]
		u := c.u[p*c.In*c.Out:][:c.In*c.Out]
		for panel := range c.Out / Lanes {
			multiply(to[panel*Lanes:], c.Out, from, c.In, tiles, u[panel*c.In*Lanes:][:c.In*Lanes])
		}
	}
	gather(c, size, dst, add, m)
}

// spread transforms each 5x5 square d of every channel into B' d B.
//
//go:norace
func spread(v, src []float32, size, channels int) {
	side, pitch := Tiles(size), Pitch(size)
	step := side * side * channels // from one of the 25 numbers to the next
	for tile := range side * side {
		corner := (tile/side*3*pitch + tile%side*3) * channels
		for ch := range channels {
			var t [5][5]float32
			at := corner + ch
			for r := range 5 {
				row := src[at : at+4*channels+1]
				d0, d1, d2, d3, d4 := row[0], row[channels], row[2*channels], row[3*channels], row[4*channels]
				s, e := d3-d1, d3-d2
				t[0][r] = 2*(d0-d2) + s
				t[1][r] = e - 2*d1
				t[2][r] = e - 2*(d2-d1)
				t[3][r] = s
				t[4][r] = d4 - d2 - 2*s
				at += pitch * channels
			}
			out := v[tile*channels+ch:]
			for c := range 5 {
				d := &t[c]
				s, e := d[3]-d[1], d[3]-d[2]
				out[c*step] = 2*(d[0]-d[2]) + s
				out[(5+c)*step] = e - 2*d[1]
				out[(10+c)*step] = e - 2*(d[2]-d[1])
				out[(15+c)*step] = s
				out[(20+c)*step] = d[4] - d[2] - 2*s
			}
		}
	}
}

// gather transforms the 25 numbers m of each tile and channel back into 3x3
// results A' m A, adds bias and add, and cuts below zero.
//
//go:norace
func gather(c *Conv, size int, dst, add, m []float32) {
	side, pitch, channels := Tiles(size), Pitch(size), c.Out
	step := side * side * channels
	for tile := range side * side {
		row, column := tile/side*3, tile%side*3
		corner := ((row+1)*pitch + column + 1) * channels
		rows, columns := min(3, size-row), min(3, size-column)
		for ch := range channels {
			in := m[tile*channels+ch:]
			var t [5][3]float32
			for r := range 5 {
				m0, m1, m2, m3, m4 := in[5*r*step], in[(5*r+1)*step], in[(5*r+2)*step], in[(5*r+3)*step], in[(5*r+4)*step]
				s, e := m1+m2, m1-m2
				t[r] = [3]float32{m0 + s + m3, e + 2*m3, s + 4*m3 + m4}
			}
			bias := c.bias[ch]
			for k := range columns {
				s, e := t[1][k]+t[2][k], t[1][k]-t[2][k]
				y := [3]float32{t[0][k] + s + t[3][k], e + 2*t[3][k], s + 4*t[3][k] + t[4][k]}
				for r := range rows {
					at := corner + (r*pitch+k)*channels + ch
					x := y[r] + bias
					if add != nil {
						x += add[at]
					}
					dst[at] = max(0, x)
				}
			}
		}
	}
}

// multiply computes m = v * u for rows rows of v with k numbers, a multiple of
// 4, and one panel of u, [k][Lanes]; rows of m are ldm numbers apart. Three rows
// by two columns is what the compiler keeps in sixteen registers, and four
// steps at a time leave it few lengths to check: 1.4 products a cycle, of the
// 1.5 that single multiplications and additions allow.
//
//go:norace
func multiply(m []float32, ldm int, v []float32, k, rows int, u []float32) {
	for r := 0; r < rows; r += 3 {
		// The last ones may be computed twice rather than by a loop of their own.
		r1, r2 := min(r+1, rows-1), min(r+2, rows-1)
		v0, v1, v2 := v[r*k:][:k], v[r1*k:][:k], v[r2*k:][:k]
		for j := 0; j < Lanes; j += 2 {
			var a0, a1, b0, b1, c0, c1 float32
			at := j
			for i := 0; i+3 < len(v0); i += 4 {
				w := u[at : at+3*Lanes+2 : at+3*Lanes+2]
				at += 4 * Lanes

				p, q, x, y, z := w[0], w[1], v0[i], v1[i], v2[i]
				a0, a1 = a0+float32(x*p), a1+float32(x*q)
				b0, b1 = b0+float32(y*p), b1+float32(y*q)
				c0, c1 = c0+float32(z*p), c1+float32(z*q)

				p, q, x, y, z = w[Lanes], w[Lanes+1], v0[i+1], v1[i+1], v2[i+1]
				a0, a1 = a0+float32(x*p), a1+float32(x*q)
				b0, b1 = b0+float32(y*p), b1+float32(y*q)
				c0, c1 = c0+float32(z*p), c1+float32(z*q)

				p, q, x, y, z = w[2*Lanes], w[2*Lanes+1], v0[i+2], v1[i+2], v2[i+2]
				a0, a1 = a0+float32(x*p), a1+float32(x*q)
				b0, b1 = b0+float32(y*p), b1+float32(y*q)
				c0, c1 = c0+float32(z*p), c1+float32(z*q)

				p, q, x, y, z = w[3*Lanes], w[3*Lanes+1], v0[i+3], v1[i+3], v2[i+3]
				a0, a1 = a0+float32(x*p), a1+float32(x*q)
				b0, b1 = b0+float32(y*p), b1+float32(y*q)
				c0, c1 = c0+float32(z*p), c1+float32(z*q)
			}
			m[r*ldm+j], m[r*ldm+j+1] = a0, a1
			m[r1*ldm+j], m[r1*ldm+j+1] = b0, b1
			m[r2*ldm+j], m[r2*ldm+j+1] = c0, c1
		}
	}
}

func genericDense(d *Dense, rows int, dst, src []float32, relu bool) {
	for panel := range d.Out / Lanes {
		multiply(dst[panel*Lanes:], d.Out, src, d.In, rows, d.w[panel*d.In*Lanes:][:d.In*Lanes])
	}
	for r := range rows {
		row := dst[r*d.Out:][:d.Out]
		for i, b := range d.bias {
			x := row[i] + b
			if relu {
				x = max(0, x)
			}
			row[i] = x
		}
	}
}

func genericPool(size, channels int, dst, src []float32) {
	mean, most := dst[:channels], dst[channels:][:channels]
	clear(mean)
	copy(most, src[At(size, channels, 0, 0):])
	for row := range size {
		line := src[At(size, channels, row, 0):][:size*channels]
		for ; len(line) > 0; line = line[channels:] {
			for i, x := range line[:channels] {
				mean[i] += x
				most[i] = max(most[i], x)
			}
		}
	}
	for i := range mean {
		mean[i] /= float32(size * size)
	}
}

func genericShift(size, channels int, x, shift []float32) {
	for row := range size {
		line := x[At(size, channels, row, 0):][:size*channels]
		for ; len(line) > 0; line = line[channels:] {
			for i, s := range shift[:channels] {
				line[i] = max(0, line[i]+s)
			}
		}
	}
}
