package platform

import (
	"context"
	"errors"

	"qikit.dev/qikit/lib/sgcp"
)

// settings answers a Client's 121 or 122 from its profile.
func (s *slot) settings(ctx context.Context, m *sgcp.SettingsRequest) error {
	refuse := func(n sgcp.Number, err error) error {
		return s.tell(ctx, &sgcp.SettingsAnswer{ID: m.ID, Kind: sgcp.AnswerFault, Fault: n, Text: err.Error()})
	}
	profile, err := s.platform.users.Profile(m.Nick)
	if err != nil {
		return refuse(sgcp.FaultSlow, err)
	}
	if m.Value != "" {
		value, err := profile.editor.Set(m.Key, m.Value)
		switch {
		case errors.Is(err, ErrParameter):
			return refuse(sgcp.FaultParameter, err)
		case err != nil:
			s.log.Error("keeping a setting", "nick", m.Nick, "error", err)
			return refuse(sgcp.FaultSlow, errors.New("the setting could not be kept"))
		}
		s.log.Info("setting", "nick", m.Nick, "key", m.Key, "value", value)
		return s.tell(ctx, &sgcp.SettingsAnswer{ID: m.ID, Kind: sgcp.AnswerOK, Setting: sgcp.Setting{Key: m.Key, Value: value}})
	}
	list := profile.editor.Settings()
	if m.Key != "" {
		one, err := profile.editor.Setting(m.Key)
		if err != nil {
			return refuse(sgcp.FaultParameter, err)
		}
		list = []Setting{one}
	}
	for i := range list {
		p := &list[i]
		row := sgcp.Setting{Key: p.Key, Value: p.Format(p.Value), Min: p.Format(p.Min), Max: p.Format(p.Max), Default: p.Format(p.Default)}
		if err := s.tell(ctx, &sgcp.SettingsAnswer{ID: m.ID, Kind: sgcp.AnswerRow, Setting: row}); err != nil {
			return err
		}
	}
	return s.tell(ctx, &sgcp.SettingsAnswer{ID: m.ID, Kind: sgcp.AnswerEnd, Rows: len(list)})
}

// tell sends an answer. It does not matter when the answer comes too late, or when the
// gateway does not know the command.
func (s *slot) tell(ctx context.Context, m *sgcp.SettingsAnswer) error {
	_, err := s.do(ctx, m, sgcp.FaultUnknown, sgcp.FaultParameter, sgcp.FaultState, sgcp.FaultAuthentication)
	return unexpected(err)
}
