package captureplanes

// PackedSize is the largest board whose planes can be packed.
const PackedSize = 13

// planeBytes is the room of a packed plane.
const planeBytes = (PackedSize*PackedSize + 7) / 8

// Packed is planes as bits: that of point i = row*size+column is bit i%8 of byte
// i/8 of its plane. Bits beyond the board are 0.
type Packed [Planes][planeBytes]byte

// Pack packs planes as Fill writes them, of a board up to PackedSize.
func Pack(size int, planes []float32) (p Packed) {
	for i := range size * size {
		for plane, v := range planes[i*Planes : (i+1)*Planes] {
			if v != 0 {
				p[plane][i>>3] |= 1 << (i & 7)
			}
		}
	}
	return p
}

// Unpack is the inverse of Pack.
func (p *Packed) Unpack(size int, out []float32) {
	for i := range size * size {
		for plane := range Planes {
			out[i*Planes+plane] = float32(p[plane][i>>3] >> (i & 7) & 1)
		}
	}
}
